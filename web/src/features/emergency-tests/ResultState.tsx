import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { reasonText, stateOfResult } from './test-words.ts'

/** "Passed", or "Failed: lamp does not light". */
export function ResultState({ result }: { result: Pick<TestResult, 'result' | 'reason'> }) {
  const { t } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  const state = stateOfResult(result.result)
  if (!result.reason) return <StatusInline state={state} />
  return <StatusInline state={state} cause={`${tShared(`state.${state}`)}: ${reasonText(result.reason, t)}`} />
}
