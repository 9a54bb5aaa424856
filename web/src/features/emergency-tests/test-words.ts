import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestReason, TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import i18next, { type TFunction } from 'i18next'
import { codeText } from '../../shared/i18n/i18n.ts'
import type { StateName } from '../../shared/status/states.ts'
import { stateOfTest } from '../../shared/status/test-state.ts'

export type TestWords = TFunction<'emergency-tests'>

/** The state under which a result is shown. */
export function stateOfResult(result: TestResultValue): StateName {
  return result
}

export function isGoing(test: TestRun): boolean {
  return test.state === 'requested' || test.state === 'running'
}

/** Lamps of which a result has come. */
export function answeredOf(test: TestRun): number {
  return test.passed + test.failed + test.notExecuted
}

/** Why a test did not start, in words: a code of the unit, or what became of its command. */
export function reasonText(reason: string, t: TestWords): string {
  if (i18next.exists(`emergency-tests:reasons.${reason}`)) return (t as (key: string) => string)(`reasons.${reason}`)
  return codeText('errors', reason) ?? t('reasonUnknown', { reason })
}

/** How a test stands, in one sentence, the worst first: "4 lamps failed, 1 not executed"; or what kept it from its end. */
export function stateText(test: TestRun, t: TestWords, tShared: TFunction<'shared'>): string {
  const verdict = verdictOf(test)
  if (verdict === 'passedInPart') return t('verdict.passedInPart', { count: test.total - test.passed })
  if (verdict === 'failed') return failedText(test, t)
  if (test.state === 'finished') return tShared(`state.${stateOfTest(test)}`)
  const plain = t(`state.${test.state}`)
  if (!test.reason || test.reason === 'stopped_by_user') return plain
  const reason = reasonText(test.reason, t)
  // A test that something else stopped was not stopped by its user.
  return test.state === 'stopped' ? reason.charAt(0).toLocaleUpperCase() + reason.slice(1) : `${plain}: ${reason}`
}

function failedText({ total, passed, failed }: TestRun, t: TestWords): string {
  const untested = total - passed - failed
  const rest = untested > 0 ? `, ${t('verdict.notExecuted', { count: untested })}` : ''
  return `${t('verdict.failed', { count: failed })}${rest}`
}

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
  words: [TestWords, TFunction<'shared'>],
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

/** A test that has ended, with what came of its lamps. */
export function isOver({ state }: Pick<TestRun, 'state'>): boolean {
  return state === 'finished' || state === 'stopped'
}
