import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import type { StateName } from '../../shared/status/states.ts'
import { stateOfTest } from '../../shared/status/test-state.ts'

export type TestTexts = TFunction<'emergency-tests'>

/** The state icon of a result. */
export function stateOfResult(result: TestResultValue): StateName {
  return result
}

export function isInProgress(test: TestRun): boolean {
  return test.state === 'requested' || test.state === 'running'
}

/** Number of lamps with a result. */
export function countAnswered(test: TestRun): number {
  return test.passed + test.failed + test.notExecuted
}

/** Minimum number of answers before their pace is meaningful. */
const minAnswers = 3

/**
 * Estimated remaining milliseconds of a running test: an autonomy test until its longest rated duration is over,
 * another test by the pace of its lamps. Null when unknown, for example for a test past its estimate.
 */
export function estimateRemainingMs(test: TestRun, now: number): number | null {
  const answeredCount = countAnswered(test)
  const { startedAt, expectedEndAt, total } = test
  const remainingByPace =
    startedAt && answeredCount >= minAnswers
      ? ((now - Date.parse(startedAt)) / answeredCount) * (total - answeredCount)
      : 0
  const remainingMs = expectedEndAt ? Date.parse(expectedEndAt) - now : remainingByPace
  return remainingMs > 0 ? remainingMs : null
}

/** Why a test did not start, in words: from a code of the unit, or from its command's outcome. */
export function reasonText(reason: string, t: TestTexts): string {
  const knownText = (t as (key: string, options: object) => string)(`reasons.${reason}`, { defaultValue: '' })
  // A missing text returns the last part of its key.
  if (knownText && knownText !== reason) return knownText
  return errorText('unitRefusals', reason) ?? errorText('errors', reason) ?? t('reasonUnknown', { reason })
}

/** A test's state in one sentence, worst first: "4 lamps failed, 1 not executed"; or the reason for its missing end. */
export function stateText(test: TestRun, t: TestTexts): string {
  const verdict = verdictOf(test)
  if (verdict === 'passedInPart') return t('verdict.passedInPart', { count: test.total - test.passed })
  if (verdict === 'failed') return failedText(test, t)
  if (test.state === 'finished') return t(`state.${stateOfTest(test)}`, { ns: 'shared' })
  const plainText = t(`state.${test.state}`)
  if (!test.reason || test.reason === 'stopped_by_user') return plainText
  const reason = reasonText(test.reason, t)
  // A test stopped by another cause was not stopped by its user.
  return test.state === 'stopped' ? reason.charAt(0).toLocaleUpperCase() + reason.slice(1) : `${plainText}: ${reason}`
}

function failedText({ total, passed, failed }: TestRun, t: TestTexts): string {
  const untestedCount = total - passed - failed
  const notExecutedText = untestedCount > 0 ? `, ${t('verdict.notExecuted', { count: untestedCount })}` : ''
  return `${t('verdict.failed', { count: failed })}${notExecutedText}`
}

/** Whether a test has ended with results. */
export function isFinished({ state }: Pick<TestRun, 'state'>): boolean {
  return state === 'finished' || state === 'stopped'
}
