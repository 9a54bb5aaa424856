import type { Interruption } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'

export type TestRecord = Extract<ReportedRecord, { testId: string }>
type StartedRecord = Extract<TestRecord, { kind: 'testStarted' }>
type Result = Extract<TestRecord, { kind: 'testResult' }>

/** The number of a record within a unit's life. */
export type RecordNumber = { boot: number; seq: number }
/** A record with its effective time: with a wrong unit clock the time of receipt, which proves nothing. */
export type Numbered<T> = RecordNumber & { at: Date; receivedAt: Date; clockWrong: boolean; record: T }

/** How a test ended. `removed`: the unit left the plant; an interruption: the unit no longer knows the test. */
export type TestOutcome = 'finished' | 'stopped' | 'mainsFailure' | 'removed' | Interruption
type TestEnd = { outcome: TestOutcome; at: Date; clockWrong: boolean }

export type TestTimeline = {
  started: Numbered<StartedRecord> | null
  end: TestEnd | null
  /** The record of its end; null if the next start, or nothing, ended it. */
  reportedEnd: (RecordNumber & { receivedAt: Date }) | null
  /** The first report of each lamp between start and end. */
  results: Map<number, Numbered<Result>>
  /** A wrong clock reported one of its times. */
  clockWrong: boolean
}

export const isBefore = (a: RecordNumber, b: RecordNumber): boolean =>
  a.boot < b.boot || (a.boot === b.boot && a.seq < b.seq)

const isOf =
  <K extends TestRecord['kind']>(kind: K) =>
  (numbered: Numbered<TestRecord>): numbered is Numbered<Extract<TestRecord, { kind: K }>> =>
    numbered.record.kind === kind

/** Outcome of a test without a reported end whose unit started another one. */
const outcomeWithoutEnd = (
  records: readonly RecordNumber[],
  nextStart: RecordNumber,
  started: TestTimeline['started'],
  results: TestTimeline['results'],
): TestOutcome => {
  if (started?.record.lamps.every((lamp) => results.has(lamp))) return 'finished'
  const isSameBoot = records.some((one) => one.boot === nextStart.boot && isBefore(one, nextStart))
  return isSameBoot ? 'test_unknown' : 'unit_restarted'
}

/**
 * Rebuilds one test from its records, by their numbers only, independent of arrival. Records numbered outside of start
 * and end do not count, and the first of two reports of a lamp does. A unit runs one test at a time, so a test without
 * an end ended when the next started: as finished if all lamps have a result, else as interrupted.
 */
export const assembleTest = (
  records: readonly Numbered<TestRecord>[],
  nextStart: (RecordNumber & Omit<TestEnd, 'outcome'>) | null,
): TestTimeline => {
  const sortedRecords = records.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
  const started = sortedRecords.find(isOf('testStarted')) ?? null
  const sinceStart = sortedRecords.filter((one) => !started || isBefore(started, one))
  const reportedEnd = sinceStart.find(isOf('testEnded'))
  const isForgotten = nextStart !== null && (!reportedEnd || isBefore(nextStart, reportedEnd))
  const endOfTest = isForgotten ? nextStart : reportedEnd
  const results: TestTimeline['results'] = new Map()
  for (const result of sinceStart.filter(isOf('testResult')))
    if (!results.has(result.record.lamp) && (!endOfTest || isBefore(result, endOfTest)))
      results.set(result.record.lamp, result)
  const outcome = isForgotten
    ? outcomeWithoutEnd(sortedRecords, nextStart, started, results)
    : reportedEnd?.record.outcome
  const end = endOfTest && outcome ? { outcome, at: endOfTest.at, clockWrong: endOfTest.clockWrong } : null
  const clockWrong = [started, end, ...results.values()].some((one) => one?.clockWrong)
  return { started, end, reportedEnd: (endOfTest === reportedEnd && reportedEnd) || null, results, clockWrong }
}

/** Why lamps without a result were not tested, by the outcome of the test. */
export const reasonByOutcome: Record<TestOutcome, TestReason> = {
  finished: 'no_result',
  stopped: 'stopped_by_user',
  mainsFailure: 'mains_failure',
  removed: 'unit_removed',
  unit_restarted: 'unit_restarted',
  test_unknown: 'test_unknown',
  unit_silent: 'unit_silent',
}

/** One lamp's result for the report. Without numbers if no record contains it. */
export type Finding = {
  lamp: number
  serial: string | null
  result: Result['result']
  reason: TestReason | null
  measuredS: number | null
  at: Date
  clockWrong: boolean
  boot: number | null
  seq: number | null
}

/** One result per lamp. A pass is never assumed: a lamp without a result by the end was not executed. */
export const findingsOf = ({ results, end }: TestTimeline, lamps: readonly number[]): Finding[] => {
  const reportedFindings = results.values().map(({ record, at, clockWrong, boot, seq }): Finding => {
    const { lamp, serial, result, reason, measuredS } = record
    return { lamp, serial, result, reason, measuredS, at, clockWrong, boot, seq }
  })
  if (!end) return [...reportedFindings]
  const notExecuted = { serial: null, result: 'notExecuted', measuredS: null, boot: null, seq: null } as const
  const missing = lamps.filter((lamp) => !results.has(lamp))
  return [
    ...reportedFindings,
    ...missing.map((lamp) => ({
      ...notExecuted,
      lamp,
      reason: reasonByOutcome[end.outcome],
      at: end.at,
      clockWrong: end.clockWrong,
    })),
  ]
}
