import type {
  TestKind,
  TestResult,
  TestResultValue,
  TestRun,
} from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { LampMode } from '@vigilux/contract/features/lamps/lamp.ts'
import { and, asc, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../kernel/one-of.store.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { testsChanged } from './emergency-tests.domain-events.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'
import { countPositions, resultIsOfDevices, testIsOfDevices } from './tests-by-device.store.ts'

export type TestRunRow = typeof testRunTable.$inferSelect
export type TestResultRow = typeof testResultTable.$inferSelect

type Tally = { passed: number; failed: number; notExecuted: number }
const noResults: Tally = { passed: 0, failed: 0, notExecuted: 0 }

const expectedEndOf = ({ startedAt, ratedMin }: TestRunRow): Date | null =>
  startedAt && ratedMin !== null ? new Date(startedAt.getTime() + ratedMin * 60_000) : null

export const toTestRun = (row: TestRunRow, tally: Tally = noResults, total = row.lamps.length): TestRun => ({
  id: row.id,
  cu: row.unit,
  kind: row.kind,
  trigger: row.trigger,
  state: row.state,
  reason: row.reason,
  requestedBy: row.requestedByName,
  requestedAt: row.requestedAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  expectedEndAt: expectedEndOf(row)?.toISOString() ?? null,
  total,
  ...tally,
  commandId: row.commandId,
  clockWrong: row.clockWrong,
})

export const toTestResult = (unit: string, row: TestResultRow): TestResult => ({
  cu: unit,
  lamp: row.lamp,
  serial: row.serial,
  description: row.description,
  location: row.location,
  result: row.result,
  reason: row.reason,
  measured_s: row.measuredS,
  rated_min: row.ratedMin,
  at: row.at.toISOString(),
  clockWrong: row.clockWrong,
})

/** Numbers of passed, failed and untested lamps per test. */
const tallies = async (tx: Tx, testIds: string[], list: DeviceList): Promise<Map<string, Tally>> => {
  const found = new Map<string, Tally>()
  if (testIds.length === 0) return found
  const rows = await tx
    .select({ testId: testResultTable.testId, result: testResultTable.result, n: sql<number>`count(*)::int` })
    .from(testResultTable)
    .innerJoin(testRunTable, eq(testRunTable.id, testResultTable.testId))
    .where(and(isOneOf(testResultTable.testId, 'uuid', testIds), resultIsOfDevices(list)))
    .groupBy(testResultTable.testId, testResultTable.result)
  for (const { testId, result, n } of rows) found.set(testId, { ...noResults, ...found.get(testId), [result]: n })
  return found
}

/** Number of devices of a list per test; empty for the list of all devices. */
const totals = async (tx: Tx, testIds: string[], list: DeviceList): Promise<Map<string, number>> => {
  if (list === 'all' || testIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: testRunTable.id, n: countPositions(list) })
    .from(testRunTable)
    .where(isOneOf(testRunTable.id, 'uuid', testIds))
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Tests as people see them, with totals of all their devices or of one list. */
export const viewTests = async (tx: Tx, rows: TestRunRow[], list: DeviceList = 'all'): Promise<TestRun[]> => {
  const ids = rows.map((row) => row.id)
  const talliesByTest = await tallies(tx, ids, list)
  const totalsByTest = await totals(tx, ids, list)
  return rows.map((row) => toTestRun(row, talliesByTest.get(row.id), totalsByTest.get(row.id)))
}

/** Tests with these ids, as people see them. */
export const viewTestsById = async (tx: Tx, ids: readonly string[]): Promise<Map<string, TestRun>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(testRunTable)
    .where(isOneOf(testRunTable.id, 'uuid', ids))
  return new Map((await viewTests(tx, rows)).map((test) => [test.id, test]))
}

/** Adds a test; undefined if the unit has an open one. */
export const insertTest = async (tx: Tx, row: typeof testRunTable.$inferInsert): Promise<TestRunRow | undefined> => {
  const [inserted] = await tx.insert(testRunTable).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Filter for the tests of a plant: by devices, and not before a moment. */
type TestFilter = { since: Date | null; devices: DeviceList }

const testsOf = (plantId: string, { since, devices }: TestFilter): SQL | undefined =>
  and(
    eq(testRunTable.plantId, plantId),
    since ? gte(testRunTable.requestedAt, since) : undefined,
    testIsOfDevices(devices, plantId),
  )

export const listTests = (
  tx: Tx,
  plantId: string,
  { offset, limit, ...filter }: TestFilter & { offset: number; limit: number },
) =>
  tx
    .select()
    .from(testRunTable)
    .where(testsOf(plantId, filter))
    .orderBy(desc(testRunTable.requestedAt), asc(testRunTable.id))
    .offset(offset)
    .limit(limit)

export const countTests = async (tx: Tx, plantId: string, filter: TestFilter): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(testRunTable).where(testsOf(plantId, filter))
  return row?.n ?? 0
}

/** Requested and running tests. */
export const listOpenTestRuns = (tx: Tx, plantId: string): Promise<TestRunRow[]> =>
  tx
    .select()
    .from(testRunTable)
    .where(and(eq(testRunTable.plantId, plantId), inArray(testRunTable.state, ['requested', 'running'])))

export const listOpenTestsOfUnit = (tx: Tx, centralUnitId: string): Promise<TestRunRow[]> =>
  tx
    .select()
    .from(testRunTable)
    .where(and(eq(testRunTable.centralUnitId, centralUnitId), inArray(testRunTable.state, ['requested', 'running'])))

export const findTest = async (tx: Tx, plantId: string, testId: string): Promise<TestRunRow | undefined> => {
  const [row] = await tx
    .select()
    .from(testRunTable)
    .where(and(eq(testRunTable.plantId, plantId), eq(testRunTable.id, testId)))
  return row
}

/** Tests with these ids, of this unit only. */
export const listTestsOfUnit = async (
  tx: Tx,
  centralUnitId: string,
  testIds: readonly string[],
): Promise<Map<string, TestRunRow>> => {
  const rows = await tx
    .select()
    .from(testRunTable)
    .where(and(inArray(testRunTable.id, [...testIds]), eq(testRunTable.centralUnitId, centralUnitId)))
  return new Map(rows.map((row) => [row.id, row]))
}

export const updateTest = async (
  work: Work,
  id: string,
  change: Partial<Omit<TestRunRow, 'id' | 'plantId' | 'centralUnitId' | 'unit' | 'commandId'>>,
): Promise<TestRunRow> => {
  const [row] = await work.tx.update(testRunTable).set(change).where(eq(testRunTable.id, id)).returning()
  if (!row) throw new Error(`test ${id} is gone`)
  work.emit(testsChanged)
  return row
}

export type ResultFilter = {
  result?: TestResultValue | undefined
  devicesType: DeviceList
  search: string
  sort: 'at' | 'lamp' | 'result' | 'failedFirst'
  descending: boolean
}

const whereOf = (testId: string, { result, search, devicesType }: ResultFilter): SQL | undefined => {
  const text = search.trim()
  const { description, location, serial, lamp } = testResultTable
  const nameConditions = [description, location, serial].map((column) => contains(column, text))
  return and(
    eq(testResultTable.testId, testId),
    result ? eq(testResultTable.result, result) : undefined,
    text === '' ? undefined : or(...nameConditions, eq(sql`${lamp}::text`, text)),
    resultIsOfDevices(devicesType),
  )
}

/** Order: failed, not executed, passed with low reserve (`lowReserveSeconds`), passed. */
const worstFirst = sql`case when ${testResultTable.result} = 'failed' then 0 when ${testResultTable.result} = 'notExecuted' then 1
  when ${testResultTable.measuredS} between ${testResultTable.ratedMin} * 60 + 1 and ${testResultTable.ratedMin} * 66 then 2 else 3 end`

const orderOf = ({ sort, descending }: ResultFilter): SQL[] => {
  if (sort === 'failedFirst') return [desc(sql`${testResultTable.result} = 'failed'`), desc(testResultTable.at)]
  const column = sort === 'result' ? worstFirst : testResultTable[sort]
  return [descending ? desc(column) : asc(column)]
}

export const listResults = async (
  tx: Tx,
  testId: string,
  filter: ResultFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<TestResultRow[]> => {
  const rows = await tx
    .select({ result: testResultTable })
    .from(testResultTable)
    .innerJoin(testRunTable, eq(testRunTable.id, testResultTable.testId))
    .where(whereOf(testId, filter))
    .orderBy(...orderOf(filter), asc(testResultTable.lamp))
    .offset(offset)
    .limit(limit)
  return rows.map(({ result }) => result)
}

export const countResults = async (tx: Tx, testId: string, filter: ResultFilter): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(testResultTable)
    .innerJoin(testRunTable, eq(testRunTable.id, testResultTable.testId))
    .where(whereOf(testId, filter))
  return row?.n ?? 0
}

/** The last started test of a plant: the only one in reports of a Basic plant. */
export const findLatestTest = async (tx: Tx, plantId: string): Promise<TestRunRow | undefined> => {
  const [last] = await tx
    .select()
    .from(testRunTable)
    .where(and(eq(testRunTable.plantId, plantId), inArray(testRunTable.state, ['finished', 'stopped', 'running'])))
    .orderBy(desc(testRunTable.requestedAt), asc(testRunTable.id))
    .limit(1)
  return last
}

/** Whether a test is hidden: older than the plant's visible history, and not the last one. */
export const isBeyondHistory = async (
  tx: Tx,
  { id, plantId, requestedAt }: Pick<TestRunRow, 'id' | 'plantId' | 'requestedAt'>,
  since: Date | null,
): Promise<boolean> => since !== null && requestedAt < since && (await findLatestTest(tx, plantId))?.id !== id

/** Serials of lamps with a failure in this test, and a pass in a later test of the same kind and unit. */
export const listPassedSince = async (tx: Tx, test: TestRunRow): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ serial: string }>(sql`
    select distinct failed.serial from ${testResultTable} as failed
    join ${testResultTable} as passed on passed.serial = failed.serial and passed.at > failed.at and passed.result = 'passed'
    join ${testRunTable} as later on later.id = passed.test_id and later.kind = ${test.kind}
      and later.central_unit_id = ${test.centralUnitId}
    where failed.test_id = ${test.id} and failed.result = 'failed' and failed.serial <> ''`)
  return new Set(rows.map(({ serial }) => serial))
}

/** Data of a lamp in the report. */
export type TestLamp = {
  addr: number
  serial: string
  type: string
  mode: LampMode | null
  ratedMin: number | null
  parity: 'even' | 'odd' | null
  description: string
  location: string
}

/** Lamps of a unit with their texts; all, or those at the given positions. */
export const listTestLamps = async (tx: Tx, centralUnitId: string, addrs: number[] | null): Promise<TestLamp[]> => {
  const rows = await tx
    .select({
      addr: lampTable.addr,
      serial: lampTable.serial,
      type: lampTable.type,
      mode: lampTable.mode,
      ratedMin: lampTable.ratedMin,
      parity: lampTable.parity,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
    })
    .from(lampTable)
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .where(and(eq(lampTable.centralUnitId, centralUnitId), addrs ? inArray(lampTable.addr, addrs) : undefined))
    .orderBy(asc(lampTable.addr))
  return rows.map((row) => ({ ...row, description: row.description ?? '', location: row.location ?? '' }))
}

/** Minutes of an autonomy test of these lamps: the longest rated duration; null for any other test. */
export const ratedMinutesOf = (kind: TestKind, lamps: readonly TestLamp[]): number | null => {
  const ratedMinutes = lamps.flatMap(({ ratedMin }) => ratedMin ?? [])
  return kind === 'autonomy' && ratedMinutes.length > 0 ? Math.max(...ratedMinutes) : null
}
