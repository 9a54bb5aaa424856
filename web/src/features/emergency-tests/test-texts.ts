import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import type { StateName } from '../../shared/status/states.ts'
import { stateOfTest } from '../../shared/status/test-state.ts'

export type TestTexts = TFunction<'emergency-tests'>

/** The state under which a result is shown. */
export function stateOfResult(result: TestResultValue): StateName {
  return result
}

export function isInProgress(test: TestRun): boolean {
  return test.state === 'requested' || test.state === 'running'
}

/** Lamps of which a result has come. */
export function countAnswered(test: TestRun): number {
  return test.passed + test.failed + test.notExecuted
}

/** Lamps that have to have answered before their pace says anything. */
const minAnswers = 3

/**
 * About how many milliseconds a running test still takes: an autonomy test until its longest rated duration is over, another one by
 * the pace of its lamps so far. Null where nobody can say, as of one that takes longer than was expected.
 */
export function estimateRemainingMs(test: TestRun, now: number): number | null {
  const answered = countAnswered(test)
  const { startedAt, expectedEndAt, total } = test
  const byPace =
    startedAt && answered >= minAnswers ? ((now - Date.parse(startedAt)) / answered) * (total - answered) : 0
  const still = expectedEndAt ? Date.parse(expectedEndAt) - now : byPace
  return still > 0 ? still : null
}

/** Why a test did not start, in words: a code of the unit, or what became of its command. */
export function reasonText(reason: string, t: TestTexts): string {
  const known = (t as (key: string, options: object) => string)(`reasons.${reason}`, { defaultValue: '' })
  // A key without words comes back as its own last part.
  if (known && known !== reason) return known
  return errorText('unitRefusals', reason) ?? errorText('errors', reason) ?? t('reasonUnknown', { reason })
}

/** How a test stands, in one sentence, the worst first: "4 lamps failed, 1 not executed"; or what kept it from its end. */
export function stateText(test: TestRun, t: TestTexts, tShared: TFunction<'shared'>): string {
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

function failedText({ total, passed, failed }: TestRun, t: TestTexts): string {
  const untested = total - passed - failed
  const rest = untested > 0 ? `, ${t('verdict.notExecuted', { count: untested })}` : ''
  return `${t('verdict.failed', { count: failed })}${rest}`
}

/** A test that has ended, with what came of its lamps. */
export function isFinished({ state }: Pick<TestRun, 'state'>): boolean {
  return state === 'finished' || state === 'stopped'
}
