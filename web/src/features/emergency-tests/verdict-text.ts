import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestReason, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { reasonText, stateText, type TestTexts } from './test-texts.ts'

/** Facts about a test besides its figures. */
type Beyond = {
  /** Smallest margin of a lamp beyond its rated duration, in words, if it is small. */
  spare: string | undefined
  /** How long it ran, in words. */
  ran: string | undefined
  /** The single reason why nothing was executed. */
  reason: TestReason | undefined
}

/** Summary of an ended test in one sentence. */
export function verdictText(test: TestRun, { spare, ran, reason }: Beyond, t: TestTexts): string {
  const plainText = stateText(test, t)
  const verdict = verdictOf(test)
  if (verdict === 'passed' && spare) return t('verdict.spare', { time: spare })
  if (verdict === 'notExecuted' && reason)
    return t('verdict.withReason', { verdict: plainText, reason: reasonText(reason, t) })
  if (verdict === 'stopped' && ran) return t('verdict.stoppedAfter', { stopped: plainText, time: ran })
  return plainText
}
