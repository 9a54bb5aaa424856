import { lowReserveSeconds } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { reasonText, stateOfResult } from './test-texts.ts'

type Shown = Pick<TestResult, 'result' | 'reason'> & Partial<Pick<TestResult, 'measured_s' | 'rated_min'>>

/** "Passed", "Failed: lamp does not light", or "Passed, only 3 min to spare". */
export function ResultState({ result: shown }: { result: Shown }) {
  const { t } = useTranslation('emergency-tests')
  const { duration } = useFormats()
  const { result, reason, measured_s = null, rated_min = null } = shown
  const state = stateOfResult(result)
  const spareSeconds = lowReserveSeconds({ result, measured_s, rated_min })
  if (spareSeconds !== null)
    return <StatusInline state="warning" cause={t('verdict.spare', { time: duration(spareSeconds * 1000) })} />
  if (!reason) return <StatusInline state={state} />
  return <StatusInline state={state} cause={`${t(`state.${state}`, { ns: 'shared' })}: ${reasonText(reason, t)}`} />
}
