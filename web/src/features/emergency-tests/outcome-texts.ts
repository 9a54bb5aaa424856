import type { LampOutcome } from '@vigilux/contract/features/reports/plant-report.ts'
import { useTranslation } from 'react-i18next'
import type { StateName } from '../../shared/status/states.ts'

/** The state under which what a lamp comes to is shown. */
export const stateOfOutcome: Readonly<Record<LampOutcome, StateName>> = {
  passed: 'passed',
  failed: 'failed',
  notExecuted: 'notExecuted',
  notTested: 'unknown',
}

/** What a lamp comes to, in a word. */
export function useOutcomeLabel(): (outcome: LampOutcome) => string {
  const { t } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  return (outcome) => (outcome === 'notTested' ? t('report.notTested') : tShared(`state.${outcome}`))
}
