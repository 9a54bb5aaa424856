import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { and, asc, between, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import { unitRecordTable } from '../logbook/logbook.schema.ts'
import { testsChanged } from './emergency-tests.domain-events.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'
import type { TestResultRow, TestRunRow } from './emergency-tests.store.ts'
import type { Numbered, RecordNumber, TestRecord } from './test-timeline.ts'

/** A unit with new test records, and its reporting life. */
export type Reporter = Pick<EnrolledUnit, 'id' | 'plantId' | 'unit' | 'cuType'> & { life: string }
export type ReadTestRecord = Numbered<TestRecord> & { testId: string }

const decodeRecord = (type: CentralUnitType, { kind, body, ...numbers }: StoredRecord): ReadTestRecord[] => {
  const record = type.decodeRecord(kind, body)
  return 'testId' in record ? [{ ...numbers, record }] : []
}

/** Every record of these tests from the unit in its life, by test. */
export const readTestRecords = async (work: Work, unit: Reporter, testIds: readonly string[]) => {
  const type = work.ports.devices.types[unit.cuType]
  if (!type) throw new Error(`no unit type ${unit.cuType}`)
  const storedRecords = await listTestRecords(work.tx, { centralUnitId: unit.id, life: unit.life }, testIds)
  return Map.groupBy(
    storedRecords.flatMap((one) => decodeRecord(type, one)),
    ({ testId }) => testId,
  )
}

/** A stored raw record of a test. */
export type StoredRecord = RecordNumber & {
  testId: string
  kind: string
  body: unknown
  at: Date
  receivedAt: Date
  clockWrong: boolean
}

/** Every stored record of these tests from one unit in one life. */
export const listTestRecords = async (
  tx: Tx,
  unit: { centralUnitId: string; life: string },
  testIds: readonly string[],
): Promise<StoredRecord[]> => {
  const { testId, kind, body, at, receivedAt, clockWrong, boot, seq, centralUnitId, life } = unitRecordTable
  const rows = await tx
    .select({ testId, kind, body, at, receivedAt, clockWrong, boot, seq })
    .from(unitRecordTable)
    .where(and(eq(centralUnitId, unit.centralUnitId), inArray(testId, [...testIds]), eq(life, unit.life)))
  return rows.flatMap((row) => (row.testId === null ? [] : [{ ...row, testId: row.testId }]))
}

/** Whether record numbers between two of a unit are not stored; unknown across a restart. */
export const isMissingRecords = async (
  tx: Tx,
  { unit: name, life: unitLife }: { unit: string; life: string },
  from: RecordNumber,
  to: RecordNumber,
): Promise<boolean> => {
  if (from.boot !== to.boot) return false
  const { unit, life, boot, seq } = unitRecordTable
  const storedCount = await tx.$count(
    unitRecordTable,
    and(eq(unit, name), eq(life, unitLife), eq(boot, from.boot), between(seq, from.seq, to.seq)),
  )
  return storedCount <= to.seq - from.seq
}

/** Tests of these units whose end arrived before earlier records, by unit. */
export const listTestsAwaitingRecords = async (
  tx: Tx,
  centralUnitIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const rows = await tx
    .select({ id: testRunTable.id, centralUnitId: testRunTable.centralUnitId })
    .from(testRunTable)
    .where(and(inArray(testRunTable.centralUnitId, [...centralUnitIds]), isNotNull(testRunTable.endHeardAt)))
  const byUnit = Map.groupBy(rows, ({ centralUnitId }) => centralUnitId)
  return new Map([...byUnit].map(([unit, waiting]) => [unit, waiting.map(({ id }) => id)]))
}

const findAdjacentTest = async (
  tx: Tx,
  test: TestRunRow,
  isBeyond: SQL,
  order: SQL[],
): Promise<TestRunRow | undefined> => {
  const [row] = await tx
    .select()
    .from(testRunTable)
    .where(and(eq(testRunTable.centralUnitId, test.centralUnitId), eq(testRunTable.life, test.life ?? ''), isBeyond))
    .orderBy(...order)
    .limit(1)
  return row
}

const { startBoot, startSeq } = testRunTable

/** The unit's next test, and the previous one, by the numbers of their starts. */
export const findNextTest = (tx: Tx, test: TestRunRow): Promise<TestRunRow | undefined> =>
  findAdjacentTest(tx, test, sql`(${startBoot}, ${startSeq}) > (${test.startBoot}::bigint, ${test.startSeq}::bigint)`, [
    asc(startBoot),
    asc(startSeq),
  ])
export const findPreviousTest = (tx: Tx, test: TestRunRow): Promise<TestRunRow | undefined> =>
  findAdjacentTest(tx, test, sql`(${startBoot}, ${startSeq}) < (${test.startBoot}::bigint, ${test.startSeq}::bigint)`, [
    desc(startBoot),
    desc(startSeq),
  ])

/** Current results per lamp, with the changeable fields. */
export const listCurrentResults = (tx: Tx, testId: string) => {
  const { lamp, boot, seq, reason, at } = testResultTable
  return tx.select({ lamp, boot, seq, reason, at }).from(testResultTable).where(eq(testResultTable.testId, testId))
}

export const listTestResults = (tx: Tx, testId: string) =>
  tx.select().from(testResultTable).where(eq(testResultTable.testId, testId))

const replacedColumns = Object.fromEntries(
  ['serial', 'description', 'location', 'result', 'reason', 'at', 'boot', 'seq']
    .map((name) => [name, sql.raw(`excluded.${name}`)])
    .concat([
      ['clockWrong', sql`excluded.clock_wrong`],
      ['measuredS', sql`excluded.measured_s`],
      ['ratedMin', sql`excluded.rated_min`],
      ['receivedAt', sql`excluded.received_at`],
    ]),
)

/** Saves results, replacing those of the same lamps. */
export const saveTestResults = async (work: Work, rows: TestResultRow[]): Promise<void> => {
  if (rows.length === 0) return
  await work.tx
    .insert(testResultTable)
    .values(rows)
    .onConflictDoUpdate({ target: [testResultTable.testId, testResultTable.lamp], set: replacedColumns })
  work.emit(testsChanged)
}

/** Deletes results without support by the records. */
export const deleteResults = async (tx: Tx, testId: string, lamps: readonly number[]): Promise<void> => {
  if (lamps.length === 0) return
  await tx
    .delete(testResultTable)
    .where(and(eq(testResultTable.testId, testId), inArray(testResultTable.lamp, [...lamps])))
}
