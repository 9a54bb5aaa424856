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
import { saveTest, type TestTimelineWithEnd, withoutPrematureEnd } from './save-test.ts'
import { findNextTest, findPreviousTest, listTestsAwaitingRecords } from './test-records.store.ts'
import { type ReadTestRecord, type Reporter, readTestRecords } from './test-records.ts'
import { assembleTest } from './test-timeline.ts'

/** Seconds of the longest plausible functional test: a lamp that lasted longer was discharged on purpose. */
const longestFunctionalS = 600

/** Known facts of a test not requested here: its start, or results without a start. */
const startOf = (records: readonly ReadTestRecord[]) => {
  const { started, results } = assembleTest(records, null)
  if (started) return { ...started.record, at: started.at, clockWrong: started.clockWrong }
  const [first] = [...results.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  // Standards rule R25: a test without a start or plan was started at the unit.
  const isLong = results.values().some(({ record }) => (record.measuredS ?? 0) > longestFunctionalS)
  const begun = { test: isLong ? 'autonomy' : 'functional', trigger: 'local' } as const
  return (
    first && {
      ...begun,
      lamps: [...results.keys()],
      testId: first.record.testId,
      at: first.at,
      clockWrong: first.clockWrong,
    }
  )
}

/** Saves a test that the unit started automatically, known only from its report. */
const saveUnitStartedTest = async (tx: Tx, unit: Reporter, records: readonly ReadTestRecord[]) => {
  const begun = startOf(records)
  if (!begun) return undefined
  const { testId, test, trigger, lamps, at, clockWrong } = begun
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

/** The test with the number of its stored start record; undefined if that is known already. */
const findRestart = async (work: Work, unit: Reporter, test: TestRunRow, records: readonly ReadTestRecord[]) => {
  const { started } = assembleTest(records, null)
  if (!started || (started.boot === test.startBoot && started.seq === test.startSeq)) return undefined
  const { boot: startBoot, seq: startSeq, at: startedAt, record } = started
  const begun = { life: unit.life, startBoot, startSeq, startedAt }
  if (test.commandId !== null) return updateTest(work, test.id, begun)
  // Its results may have arrived first.
  const ratedMin = ratedMinutesOf(record.test, await listTestLamps(work.tx, unit.id, record.lamps))
  const told = { kind: record.test, trigger: record.trigger, requestedAt: startedAt, ratedMin }
  return updateTest(work, test.id, { ...begun, ...told })
}

/** The tests of these records, and those that ended because one of these started. */
const listAffectedTests = async (work: Work, unit: Reporter, records: ReadonlyMap<string, ReadTestRecord[]>) => {
  const known = await listTestsOfUnit(work.tx, unit.id, [...records.keys()])
  const tests = new Map<string, TestRunRow>()
  for (const [testId, told] of records) {
    const test = known.get(testId) ?? (await saveUnitStartedTest(work.tx, unit, told))
    if (!test || (test.life !== null && test.life !== unit.life)) continue
    const begun = await findRestart(work, unit, test, told)
    tests.set(testId, begun ?? test)
    const before = begun && (await findPreviousTest(work.tx, begun))
    if (before && !tests.has(before.id)) tests.set(before.id, before)
  }
  return tests
}

/** Results per broadcast, so that it stays far below the broker's maximum packet size. */
const resultsPerEvent = 200

const broadcastTest = async (work: Work, row: TestRunRow, fresh: readonly TestResultRow[]) => {
  const [test] = await viewTests(work.tx, [row])
  if (!test) return
  const results = fresh.map((result) => toTestResult(row.unit, result))
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
const withInterruption = ({ state, reason, endedAt }: TestRunRow, story: TestTimelineWithEnd): TestTimelineWithEnd =>
  story.end === null && state === 'stopped' && endedAt && isInterruption(reason)
    ? { ...story, end: { outcome: reason, at: endedAt, clockWrong: false } }
    : story

/** Rebuilds tests of a unit from its stored records. */
export const updateTests = async (work: Work, unit: Reporter, testIds: readonly string[]): Promise<void> => {
  const { tx, now } = work
  const records = await readTestRecords(work, unit, testIds)
  const tests = await listAffectedTests(work, unit, records)
  const others = [...tests.keys()].filter((id) => !records.has(id))
  if (others.length > 0) for (const [id, told] of await readTestRecords(work, unit, others)) records.set(id, told)
  for (const [id, test] of tests) {
    const border = await findNextStart(work, unit, test)
    const told = await withoutPrematureEnd(tx, unit, assembleTest(records.get(id) ?? [], border), now)
    const story = withInterruption(test, told)
    const { row, fresh } = await saveTest(work, test, story, now)
    await broadcastTest(work, row, fresh)
  }
}

const testIdsOf = ({ record }: RecordUpdate): string[] => ('testId' in record ? [record.testId] : [])

/**
 * Processes test records: only a report makes a lamp passed or failed. A test is rebuilt from all its stored records,
 * so their order of arrival makes no difference. A waiting test is rebuilt after any record of its unit, which may be
 * the missing one.
 */
export const testListeners: DeviceListeners = {
  async record(news, context) {
    const byUnit = Map.groupBy(news, ({ unit }) => unit)
    const known = [...byUnit.keys()].flatMap((id) => context.units.get(id) ?? [])
    const waiting = await listTestsAwaitingRecords(
      context.work.tx,
      known.map(({ id }) => id),
    )
    for (const unit of known) {
      const told = (byUnit.get(unit.unit) ?? []).flatMap(testIdsOf)
      const testIds = new Set([...told, ...(waiting.get(unit.id) ?? [])])
      if (unit.life !== null && testIds.size > 0)
        await updateTests(context.work, { ...unit, life: unit.life }, [...testIds])
    }
  },
}
