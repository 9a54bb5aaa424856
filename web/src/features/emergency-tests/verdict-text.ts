import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestReason, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { TFunction } from 'i18next'
import { reasonText, stateText, type TestTexts } from './test-texts.ts'

/** What is known of a test beyond its figures. */
type Beyond = {
  /** The least that a lamp lasted beyond its rated duration, in words, where that is little. */
  spare: string | undefined
  /** How long it ran, in words. */
  ran: string | undefined
  /** The one reason for which nothing of it was executed. */
  reason: TestReason | undefined
}

/** The sentence that a person would give of a test that is over. */
export function verdictText(
  test: TestRun,
  { spare, ran, reason }: Beyond,
  words: [TestTexts, TFunction<'shared'>],
): string {
  const [t] = words
  const plain = stateText(test, ...words)
  const verdict = verdictOf(test)
  if (verdict === 'passed' && spare) return t('verdict.spare', { time: spare })
  if (verdict === 'notExecuted' && reason)
    return t('verdict.because', { verdict: plain, reason: reasonText(reason, t) })
  if (verdict === 'stopped' && ran) return t('verdict.stoppedAfter', { stopped: plain, time: ran })
  return plain
}
