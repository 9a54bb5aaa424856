import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { storedSeconds } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import { isInterruption } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import type { RecordUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { maxRecordDelayMs } from '../logbook/index.ts'
import {
  insertTest,
  listTestLamps,
  listTestsOfUnit,
  ratedMinutesOf,
  type TestLamp,
  type TestResultRow,
  type TestRunRow,
  toTestResult,
  updateTest,
  viewTests,
} from './emergency-tests.store.ts'
import { logTestEnd } from './log-test-end.ts'
import { durationFactsOf, withMeasuredBound } from './measured-bound.ts'
import {
  deleteResults,
  findNextTest,
  findPreviousTest,
  isMissingRecords,
  listCurrentResults,
  listTestsAwaitingRecords,
  type ReadTestRecord,
  type Reporter,
  readTestRecords,
  saveTestResults,
} from './test-records.store.ts'
import { assembleTest, type Finding, findingsOf, reasonByOutcome, type TestTimeline } from './test-timeline.ts'

/** A timeline whose end may not be effective yet; `endHeardAt` is when it was received. */
export type TestTimelineWithEnd = TestTimeline & { endHeardAt: Date | null }

/**
 * The timeline of a test, without its end while earlier records are missing. Nodes share the messages of a unit, so the
 * end may be stored before the last results: lamps would then be reported as not executed, in a sealed logbook.
 */
export const withoutPrematureEnd = async (
  tx: Tx,
  unit: Reporter,
  timeline: TestTimeline,
  now: Date,
): Promise<TestTimelineWithEnd> => {
  const { started, reportedEnd, results } = timeline
  const completeTimeline = { ...timeline, endHeardAt: null }
  if (!started || !reportedEnd || now.getTime() - reportedEnd.receivedAt.getTime() >= maxRecordDelayMs)
    return completeTimeline
  if (started.record.lamps.every((lamp) => results.has(lamp))) return completeTimeline
  if (!(await isMissingRecords(tx, unit, started, reportedEnd))) return completeTimeline
  return { ...timeline, end: null, endHeardAt: reportedEnd.receivedAt }
}

type CurrentResult = Awaited<ReturnType<typeof listCurrentResults>>[number]

/** A reported result is up to date if its record number is equal; a missing one, if reason and end of the test are. */
const isCurrent = (current: CurrentResult | undefined, { boot, seq, reason, at }: Finding): boolean => {
  if (!current || current.boot !== boot || current.seq !== seq) return false
  return boot !== null || (current.reason === reason && current.at.getTime() === at.getTime())
}

const toResultRow = (
  test: TestRunRow,
  { serial, ...found }: Finding,
  lamp: TestLamp | undefined,
  { now, facts }: { now: Date; facts: Pick<UnitTypeFacts, 'durationSteps'> },
): TestResultRow => ({
  ...found,
  measuredS: storedSeconds(found, lamp?.ratedMin ?? null, facts),
  testId: test.id,
  serial: serial ?? lamp?.serial ?? '',
  description: lamp?.description ?? '',
  location: lamp?.location ?? '',
  ratedMin: test.kind === 'autonomy' ? (lamp?.ratedMin ?? null) : null,
  receivedAt: now,
})

/** Saves findings in the report of a test, with the lamps' current texts. */
export const saveFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  if (findings.length === 0) return []
  const lamps = await listTestLamps(
    work.tx,
    test.centralUnitId,
    findings.map(({ lamp }) => lamp),
  )
  const names = new Map(lamps.map((lamp) => [lamp.addr, lamp]))
  const facts = durationFactsOf(work.ports.devices, test.unit)
  const rows = findings.map((one) => toResultRow(test, one, names.get(one.lamp), { now, facts }))
  await saveTestResults(work, rows)
  return rows
}

const replaceFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  const obsolete = new Map((await listCurrentResults(work.tx, test.id)).map((one) => [one.lamp, one]))
  const newFindings = findings.filter((one) => !isCurrent(obsolete.get(one.lamp), one))
  for (const { lamp } of findings) obsolete.delete(lamp)
  await deleteResults(work.tx, test.id, [...obsolete.keys()])
  return saveFindings(work, test, newFindings, now)
}

/** A test without a start record: nothing proves it still running, and its end may never be reported. */
const isUnannounced = (test: TestRunRow, { started, results }: TestTimeline): boolean =>
  started === null && results.size > 0 && test.startBoot === null && test.commandId === null

/** How a test ends: by its reported end, or by its last result if its start was never reported; null while open. */
const endOfTest = (test: TestRunRow, timeline: TestTimeline): Partial<TestRunRow> | null => {
  const { end, results } = timeline
  if (end) {
    const state = end.outcome === 'finished' ? 'finished' : 'stopped'
    return { state, endedAt: end.at, reason: state === 'finished' ? null : reasonByOutcome[end.outcome] }
  }
  if (!isUnannounced(test, timeline)) return null
  return { state: 'finished', endedAt: new Date(Math.max(...results.values().map(({ at }) => at.getTime()))) }
}

const stateOf = (test: TestRunRow, timeline: TestTimeline): Partial<TestRunRow> => {
  const end = endOfTest(test, timeline)
  if (end) return end
  // An abandoned test stays so until its end is reported: another may have been requested meanwhile.
  return timeline.started && test.state !== 'notStarted' ? { state: 'running', endedAt: null } : {}
}

/** Updates a test to its timeline; returns the test and its new results. */
export const saveTest = async (work: Work, test: TestRunRow, timeline: TestTimelineWithEnd, now: Date) => {
  // A unit may name a lamp twice; a report has one line per lamp.
  const listedLamps = isUnannounced(test, timeline) ? [...timeline.results.keys()] : test.lamps
  const lamps = [...new Set(timeline.started?.record.lamps ?? listedLamps)]
  const row = await updateTest(work, test.id, {
    ...stateOf(test, timeline),
    lamps,
    clockWrong: timeline.clockWrong,
    endHeardAt: timeline.endHeardAt,
    ...(timeline.started && { startedAt: timeline.started.at }),
  })
  const newResults = await replaceFindings(work, row, findingsOf(timeline, lamps), now)
  await logTestEnd(work, row)
  return { row, fresh: newResults }
}

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
