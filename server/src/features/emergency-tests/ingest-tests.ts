import { isInterruption } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { RecordNews } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import {
  insertTest,
  type TestResultRow,
  type TestRunRow,
  testsOfUnit,
  toTestResult,
  updateTest,
  viewTests,
} from './emergency-tests.store.ts'
import { type KeptStory, keepTest, withTimelyEnd } from './keep-test.ts'
import { lampsOnPaper, ratedMinutesOf } from './lamps-under-test.store.ts'
import { testBegunAfter, testBegunBefore, testsThatWait } from './test-records.store.ts'
import { type Reporter, recordsOf, type Told } from './test-records.ts'
import { storyOf } from './test-story.ts'

/** A functional test takes seconds to a few minutes: a lamp that lasted longer was discharged on purpose. */
const longestFunctionalS = 600

/** What is known of a test that nobody asked for here: its beginning, or results of one that nothing announced. */
const whatWasBegun = (records: readonly Told[]) => {
  const { started, results } = storyOf(records, null)
  if (started) return { ...started.record, at: started.at, clockWrong: started.clockWrong }
  const [first] = [...results.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  // Standards rule R25: what no start and no plan precedes is a test that somebody made at the unit.
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

/** A test that the unit began by itself is known from its own report alone. */
const beginUnasked = async (tx: Tx, unit: Reporter, records: readonly Told[]) => {
  const begun = whatWasBegun(records)
  if (!begun) return undefined
  const { testId, test, trigger, lamps, at, clockWrong } = begun
  const underTest = await lampsOnPaper(tx, unit.id, lamps)
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

/** The test with the number of the record that began it, once that is stored; undefined where that is no news. */
const begunAnew = async (work: Work, unit: Reporter, test: TestRunRow, records: readonly Told[]) => {
  const { started } = storyOf(records, null)
  if (!started || (started.boot === test.startBoot && started.seq === test.startSeq)) return undefined
  const { boot: startBoot, seq: startSeq, at: startedAt, record } = started
  const begun = { life: unit.life, startBoot, startSeq, startedAt }
  if (test.commandId !== null) return updateTest(work, test.id, begun)
  // Its results may have come first.
  const ratedMin = ratedMinutesOf(record.test, await lampsOnPaper(work.tx, unit.id, record.lamps))
  const told = { kind: record.test, trigger: record.trigger, requestedAt: startedAt, ratedMin }
  return updateTest(work, test.id, { ...begun, ...told })
}

/** The tests that these records are of, and those that have ended because one of these began. */
const testsWithNews = async (work: Work, unit: Reporter, records: ReadonlyMap<string, Told[]>) => {
  const known = await testsOfUnit(work.tx, unit.id, [...records.keys()])
  const tests = new Map<string, TestRunRow>()
  for (const [testId, told] of records) {
    const test = known.get(testId) ?? (await beginUnasked(work.tx, unit, told))
    if (!test || (test.life !== null && test.life !== unit.life)) continue
    const begun = await begunAnew(work, unit, test, told)
    tests.set(testId, begun ?? test)
    const before = begun && (await testBegunBefore(work.tx, begun))
    if (before && !tests.has(before.id)) tests.set(before.id, before)
  }
  return tests
}

/** Results in one announcement, so that it stays far below the largest packet of a broker. */
const resultsPerEvent = 200

const announceTest = async (work: Work, row: TestRunRow, fresh: readonly TestResultRow[]) => {
  const [test] = await viewTests(work.tx, [row])
  if (!test) return
  const results = fresh.map((result) => toTestResult(row.unit, result))
  for (let start = 0; start === 0 || start < results.length; start += resultsPerEvent) {
    const part = results.slice(start, start + resultsPerEvent)
    work.broadcast({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: part })
  }
}

/** The record that began the next test of the unit; null while this is its last. */
const nextBeginning = async (work: Work, unit: Reporter, test: TestRunRow) => {
  const next = test.startBoot === null ? undefined : await testBegunAfter(work.tx, test)
  if (!next) return null
  return storyOf((await recordsOf(work, unit, [next.id])).get(next.id) ?? [], null).started
}

/** A test that was interrupted stays so for the lamps that no late result names, until the unit reports its end. */
const stillInterrupted = ({ state, reason, endedAt }: TestRunRow, story: KeptStory): KeptStory =>
  story.end === null && state === 'stopped' && endedAt && isInterruption(reason)
    ? { ...story, end: { outcome: reason, at: endedAt, clockWrong: false } }
    : story

/** Makes of tests of a unit what its stored records say of them. */
export const keepTestsOf = async (work: Work, unit: Reporter, testIds: readonly string[]): Promise<void> => {
  const { tx, now } = work
  const records = await recordsOf(work, unit, testIds)
  const tests = await testsWithNews(work, unit, records)
  const others = [...tests.keys()].filter((id) => !records.has(id))
  if (others.length > 0) for (const [id, told] of await recordsOf(work, unit, others)) records.set(id, told)
  for (const [id, test] of tests) {
    const border = await nextBeginning(work, unit, test)
    const told = await withTimelyEnd(tx, unit, storyOf(records.get(id) ?? [], border), now)
    const story = stillInterrupted(test, told)
    const { row, fresh } = await keepTest(work, test, story, now)
    await announceTest(work, row, fresh)
  }
}

const testOf = ({ record }: RecordNews): string[] => ('testId' in record ? [record.testId] : [])

/**
 * Keeps what units report of tests: only a report makes a lamp passed or failed. A test is worked out from all records
 * of it that are stored, so the order in which they come makes no difference; of one that waits, whenever its unit has
 * told something, for any record may be the last that it lacked.
 */
export const testListeners: DeviceListeners = {
  async record(news, context) {
    const byUnit = Map.groupBy(news, ({ unit }) => unit)
    const known = [...byUnit.keys()].flatMap((id) => context.units.get(id) ?? [])
    const waiting = await testsThatWait(
      context.work.tx,
      known.map(({ id }) => id),
    )
    for (const unit of known) {
      const told = (byUnit.get(unit.unit) ?? []).flatMap(testOf)
      const testIds = new Set([...told, ...(waiting.get(unit.id) ?? [])])
      if (unit.life !== null && testIds.size > 0)
        await keepTestsOf(context.work, { ...unit, life: unit.life }, [...testIds])
    }
  },
}
