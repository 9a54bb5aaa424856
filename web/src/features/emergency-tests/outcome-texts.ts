import type { LampOutcome } from '@vigilux/contract/features/reports/plant-report.ts'
import { useTranslation } from 'react-i18next'
import type { StateName } from '../../shared/status/states.ts'

/** The state icon of a lamp's outcome. */
export const stateOfOutcome: Readonly<Record<LampOutcome, StateName>> = {
  passed: 'passed',
  failed: 'failed',
  notExecuted: 'notExecuted',
  notTested: 'unknown',
}

/** A lamp's outcome in one word. */
export function useOutcomeLabel(): (outcome: LampOutcome) => string {
  const { t } = useTranslation('emergency-tests')
  return (outcome) => (outcome === 'notTested' ? t('report.notTested') : t(`state.${outcome}`, { ns: 'shared' }))
}
