import { isInterruption } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { RecordUpdate } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import {
  insertTest,
  listTestsOfUnit,
  type TestResultRow,
  type TestRunRow,
  toTestResult,
  updateTest,
  viewTests,
} from './emergency-tests.store.ts'
import { listTestLamps, ratedMinutesOf } from './lamps-under-test.store.ts'
import { withMeasuredBound } from './measured-bound.ts'
import { saveTest, type TestTimelineWithEnd, withoutPrematureEnd } from './save-test.ts'
import {
  findNextTest,
  findPreviousTest,
  listTestsAwaitingRecords,
  type ReadTestRecord,
  type Reporter,
  readTestRecords,
} from './test-records.store.ts'
import { assembleTest } from './test-timeline.ts'

/** Seconds of the longest plausible functional test: a longer one is an intended discharge. */
const longestFunctionalS = 600

/** Known facts of a test not requested here: its start, or results without a start. */
const startOf = (records: readonly ReadTestRecord[]) => {
  const { started, results } = assembleTest(records, null)
  if (started) return { ...started.record, at: started.at, clockWrong: started.clockWrong }
  const [first] = [...results.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  // Standards rule R25: a test without a start or plan was started at the unit.
  const isLong = results.values().some(({ record }) => (record.measuredS ?? 0) > longestFunctionalS)
  const start = { test: isLong ? 'autonomy' : 'functional', trigger: 'local' } as const
  return (
    first && {
      ...start,
      lamps: [...results.keys()],
      testId: first.record.testId,
      at: first.at,
      clockWrong: first.clockWrong,
    }
  )
}

/** Saves a test started automatically by the unit, known only from its report. */
const saveUnitStartedTest = async (tx: Tx, unit: Reporter, records: readonly ReadTestRecord[]) => {
  const start = startOf(records)
  if (!start) return undefined
  const { testId, test, trigger, lamps, at, clockWrong } = start
  const underTest = await listTestLamps(tx, unit.id, lamps)
  return insertTest(tx, {
    id: testId,
    plantId: unit.plantId,
    centralUnitId: unit.id,
    unit: unit.unit,
    life: unit.life,
    kind: test,
    trigger,
    state: 'running',
    reason: null,
    requestedBy: null,
    requestedByName: null,
    requestedAt: at,
    startedAt: at,
    startBoot: null,
    startSeq: null,
    endedAt: null,
    lamps,
    ratedMin: ratedMinutesOf(test, underTest),
    commandId: null,
    clockWrong,
  })
}

/** The test with the number of its stored start record; undefined if known already. */
const findRestart = async (work: Work, unit: Reporter, test: TestRunRow, records: readonly ReadTestRecord[]) => {
  const { started } = assembleTest(records, null)
  if (!started || (started.boot === test.startBoot && started.seq === test.startSeq)) return undefined
  const { boot: startBoot, seq: startSeq, at: startedAt, record } = started
  const startFields = { life: unit.life, startBoot, startSeq, startedAt }
  if (test.commandId !== null) return updateTest(work, test.id, startFields)
  // Its results may have arrived first.
  const ratedMin = ratedMinutesOf(record.test, await listTestLamps(work.tx, unit.id, record.lamps))
  const reportedFields = { kind: record.test, trigger: record.trigger, requestedAt: startedAt, ratedMin }
  return updateTest(work, test.id, { ...startFields, ...reportedFields })
}

/** The tests of these records, and those ended by the start of one of these. */
const listAffectedTests = async (work: Work, unit: Reporter, records: ReadonlyMap<string, ReadTestRecord[]>) => {
  const existingTests = await listTestsOfUnit(work.tx, unit.id, [...records.keys()])
  const tests = new Map<string, TestRunRow>()
  for (const [testId, unitRecords] of records) {
    const test = existingTests.get(testId) ?? (await saveUnitStartedTest(work.tx, unit, unitRecords))
    if (!test || (test.life !== null && test.life !== unit.life)) continue
    const restartedTest = await findRestart(work, unit, test, unitRecords)
    tests.set(testId, restartedTest ?? test)
    const before = restartedTest && (await findPreviousTest(work.tx, restartedTest))
    if (before && !tests.has(before.id)) tests.set(before.id, before)
  }
  return tests
}

/** Results per broadcast: far below the broker's maximum packet size. */
const resultsPerEvent = 200

const broadcastTest = async (work: Work, row: TestRunRow, newResults: readonly TestResultRow[]) => {
  const [test] = await viewTests(work.tx, [row])
  if (!test) return
  const results = newResults.map((result) =>
    withMeasuredBound(work.ports.devices, row.unit, toTestResult(row.unit, result)),
  )
  for (let start = 0; start === 0 || start < results.length; start += resultsPerEvent) {
    const part = results.slice(start, start + resultsPerEvent)
    work.broadcast({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: part })
  }
}

/** The start record of the unit's next test; null while this is its last. */
const findNextStart = async (work: Work, unit: Reporter, test: TestRunRow) => {
  const next = test.startBoot === null ? undefined : await findNextTest(work.tx, test)
  if (!next) return null
  return assembleTest((await readTestRecords(work, unit, [next.id])).get(next.id) ?? [], null).started
}

/** An interrupted test stays interrupted for lamps without late results, until the unit reports its end. */
const withInterruption = (
  { state, reason, endedAt }: TestRunRow,
  timeline: TestTimelineWithEnd,
): TestTimelineWithEnd =>
  timeline.end === null && state === 'stopped' && endedAt && isInterruption(reason)
    ? { ...timeline, end: { outcome: reason, at: endedAt, clockWrong: false } }
    : timeline

/** Rebuilds tests of a unit from its stored records. */
export const updateTests = async (work: Work, unit: Reporter, testIds: readonly string[]): Promise<void> => {
  const { tx, now } = work
  const records = await readTestRecords(work, unit, testIds)
  const tests = await listAffectedTests(work, unit, records)
  const otherIds = [...tests.keys()].filter((id) => !records.has(id))
  if (otherIds.length > 0)
    for (const [id, testRecords] of await readTestRecords(work, unit, otherIds)) records.set(id, testRecords)
  for (const [id, test] of tests) {
    const nextStart = await findNextStart(work, unit, test)
    const reportedTimeline = await withoutPrematureEnd(tx, unit, assembleTest(records.get(id) ?? [], nextStart), now)
    const timeline = withInterruption(test, reportedTimeline)
    const { row, fresh: newResults } = await saveTest(work, test, timeline, now)
    await broadcastTest(work, row, newResults)
  }
}

const testIdsOf = ({ record }: RecordUpdate): string[] => ('testId' in record ? [record.testId] : [])

/**
 * Only a report makes a lamp passed or failed. A test is rebuilt from all its stored records, so their order of arrival
 * makes no difference; a waiting one after any record of its unit, possibly the missing one.
 */
export const testListeners: DeviceListeners = {
  async record(updates, context) {
    const byUnit = Map.groupBy(updates, ({ unit }) => unit)
    const units = [...byUnit.keys()].flatMap((id) => context.units.get(id) ?? [])
    const awaitingRecords = await listTestsAwaitingRecords(
      context.work.tx,
      units.map(({ id }) => id),
    )
    for (const unit of units) {
      const reportedTestIds = (byUnit.get(unit.unit) ?? []).flatMap(testIdsOf)
      const testIds = new Set([...reportedTestIds, ...(awaitingRecords.get(unit.id) ?? [])])
      if (unit.life !== null && testIds.size > 0)
        await updateTests(context.work, { ...unit, life: unit.life }, [...testIds])
    }
  },
}
