import type { TestReason } from '@vigilux/contract/features/tests/test-run.ts'
import type { ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-inbox.ts'
import { acquiredUnits, type TimedRecord, timedRecords, type UnitHead } from '../central-units/index.ts'
import type { CommandListeners } from '../commands/index.ts'
import { type LampOnPaper, lampsOnPaper, ratedMinutesOf } from './lamps-under-test.store.ts'
import {
  insertResults,
  insertTest,
  lampsWithResult,
  openTestsOfUnit,
  type TestResultRow,
  type TestRunRow,
  testsOfUnits,
  toTestResult,
  updateTest,
  viewTests,
} from './tests.store.ts'

type TestRecord = Extract<ReportedRecord, { testId: string }>
type TestNews = TimedRecord & { record: TestRecord }

const isTestNews = (news: TimedRecord): news is TestNews => 'testId' in news.record

/** Why lamps without a result were not tested, by the way the test ended. */
const reasonOfEnd: Record<'finished' | 'stopped' | 'mainsFailure', TestReason> = {
  finished: 'no_result',
  stopped: 'stopped_by_user',
  mainsFailure: 'mains_failure',
}

/** What one batch of records knows while it is worked through. */
type Batch = {
  context: ListenerContext
  units: Map<string, UnitHead>
  tests: Map<string, TestRunRow>
  fresh: Map<string, TestResultRow[]>
  names: Map<string, Map<number, LampOnPaper>>
}

/** A test that the unit began by itself is known from its own report alone. */
const testOf = async (batch: Batch, news: TestNews): Promise<TestRunRow | null> => {
  const known = batch.tests.get(news.record.testId)
  if (known) return known
  const unit = batch.units.get(news.unit)
  if (!unit || news.record.kind !== 'testStarted') return null
  const { testId, test, trigger, lamps } = news.record
  const names = await namesOf(batch, unit.id)
  const underTest = lamps.flatMap((lamp) => names.get(lamp) ?? [])
  const row = await insertTest(batch.context.tx, {
    id: testId,
    plantId: unit.plantId,
    centralUnitId: unit.id,
    unit: news.unit,
    kind: test,
    trigger,
    state: 'running',
    reason: null,
    requestedBy: null,
    requestedByName: null,
    requestedAt: news.at,
    startedAt: news.at,
    endedAt: null,
    lamps,
    ratedMin: ratedMinutesOf(test, underTest),
    commandId: null,
    clockWrong: news.clockWrong,
  })
  return row ?? null
}

const namesOf = async (batch: Batch, centralUnitId: string) => {
  const known = batch.names.get(centralUnitId)
  if (known) return known
  const lamps = await lampsOnPaper(batch.context.tx, centralUnitId, null)
  const names = new Map(lamps.map((lamp) => [lamp.addr, lamp]))
  batch.names.set(centralUnitId, names)
  return names
}

const addResults = async (batch: Batch, test: TestRunRow, rows: TestResultRow[]): Promise<void> => {
  const added = await insertResults(batch.context.tx, rows)
  batch.fresh.set(test.id, [...(batch.fresh.get(test.id) ?? []), ...added])
}

const resultRow = async (
  batch: Batch,
  test: TestRunRow,
  lamp: number,
  found: Pick<TestResultRow, 'result' | 'reason' | 'measuredS' | 'at' | 'clockWrong'> & { serial?: string },
): Promise<TestResultRow> => {
  const name = (await namesOf(batch, test.centralUnitId)).get(lamp)
  return {
    testId: test.id,
    lamp,
    serial: found.serial ?? name?.serial ?? '',
    description: name?.description ?? '',
    location: name?.location ?? '',
    result: found.result,
    reason: found.reason,
    measuredS: found.measuredS,
    ratedMin: test.kind === 'autonomy' ? (name?.ratedMin ?? null) : null,
    at: found.at,
    receivedAt: batch.context.now,
    clockWrong: found.clockWrong,
  }
}

/** No pass is ever invented: what has no result by the end was not executed. */
const endTest = async (
  batch: Batch,
  test: TestRunRow,
  outcome: keyof typeof reasonOfEnd,
  { at, clockWrong }: Pick<TestNews, 'at' | 'clockWrong'>,
) => {
  const { tx } = batch.context
  const done = await lampsWithResult(tx, test.id)
  const reason = reasonOfEnd[outcome]
  const missing: TestResultRow[] = []
  for (const lamp of test.lamps)
    if (!done.has(lamp))
      missing.push(
        await resultRow(batch, test, lamp, { result: 'notExecuted', reason, measuredS: null, at, clockWrong }),
      )
  await addResults(batch, test, missing)
  return updateTest(tx, test.id, {
    state: outcome === 'finished' ? 'finished' : 'stopped',
    endedAt: at,
    reason: outcome === 'finished' ? null : reason,
    clockWrong: test.clockWrong || clockWrong,
  })
}

/** A unit runs one test at a time: a new one means that any other has ended without saying so. */
const endForgotten = async (batch: Batch, begun: TestRunRow, news: TestNews): Promise<void> => {
  for (const other of await openTestsOfUnit(batch.context.tx, begun.centralUnitId))
    if (other.id !== begun.id && other.state === 'running')
      batch.tests.set(other.id, await endTest(batch, other, 'finished', news))
}

const applyRecord = async (batch: Batch, test: TestRunRow, news: TestNews): Promise<TestRunRow> => {
  const { tx } = batch.context
  const { record, at } = news
  const clockWrong = test.clockWrong || news.clockWrong
  const hasEnded = test.endedAt !== null
  switch (record.kind) {
    case 'testStarted':
      if (hasEnded) return test
      await endForgotten(batch, test, news)
      return updateTest(tx, test.id, { state: 'running', startedAt: at, lamps: record.lamps, clockWrong })
    case 'testResult':
      await addResults(batch, test, [
        await resultRow(batch, test, record.lamp, { ...record, at, clockWrong: news.clockWrong }),
      ])
      return clockWrong === test.clockWrong ? test : updateTest(tx, test.id, { clockWrong })
    case 'testEnded':
      return hasEnded ? test : endTest(batch, test, record.outcome, news)
    default:
      return record satisfies never
  }
}

/** Results in one announcement, so that it stays far below the largest packet of a broker. */
const resultsPerTelling = 200

const announceTests = async ({ context, tests, fresh }: Batch, touched: Set<string>): Promise<void> => {
  const rows = [...touched].flatMap((id) => tests.get(id) ?? [])
  const views = await viewTests(context.tx, rows)
  for (const [index, test] of views.entries()) {
    const row = rows[index]
    if (!row) continue
    const results = (fresh.get(row.id) ?? []).map((result) => toTestResult(row.unit, result))
    for (let start = 0; start === 0 || start < results.length; start += resultsPerTelling) {
      const part = results.slice(start, start + resultsPerTelling)
      context.announce({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: part })
    }
  }
}

/** Keeps what units report of tests. Only a report makes a lamp passed or failed. */
export const testListeners: DeviceListeners = {
  async record(news, context) {
    if (!news.some(({ record }) => 'testId' in record)) return
    const testNews = (await timedRecords(context.tx, news, context.now)).filter(isTestNews)
    const unitIds = [...new Set(testNews.map((one) => one.unit))]
    const batch: Batch = {
      context,
      units: await acquiredUnits(context.tx, unitIds),
      tests: await testsOfUnits(context.tx, [...new Set(testNews.map((one) => one.record.testId))], unitIds),
      fresh: new Map(),
      names: new Map(),
    }
    const touched = new Set<string>()
    for (const one of testNews) {
      const test = await testOf(batch, one)
      if (!test || test.unit !== one.unit) continue
      batch.tests.set(test.id, await applyRecord(batch, test, one))
      touched.add(test.id)
    }
    await announceTests(batch, touched)
  },
}

/** A test that the unit would not or could not start never ran. */
const onFtest: CommandListeners['ftest'] = async (row, { tx, announce, now }) => {
  if (row.command.name !== 'ftest' || row.state !== 'failed') return
  const test = (await testsOfUnits(tx, [row.command.testId], [row.unit])).get(row.command.testId)
  if (test?.state !== 'requested') return
  const reason = row.error === 'refused' ? row.code : row.error
  const ended = await updateTest(tx, test.id, { state: 'notStarted', reason, endedAt: now })
  const [view] = await viewTests(tx, [ended])
  if (view) announce({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test: view, results: [] })
}

export const testCommandListeners: CommandListeners = { ftest: onFtest }
