import {
  type ExecutedResult,
  type FailedTest,
  failedTestOf,
  faultOfFailedTest,
} from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { TestKind, TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { shortDischarge } from '@vigilux/contract/features/lamps/lamp.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { failedTestTable, lampListTable, lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { type FoundFaults, saveFound } from './found-faults.store.ts'
import type { Place } from './lamps.store.ts'

type Row = typeof failedTestTable.$inferSelect
type LampKey = Place & { serial: string }
type ResultRow = Place & {
  kind: TestKind
  testId: string
  at: Date | string
  result: ExecutedResult['result']
  reason: TestReason | null
  measuredS: number | null
  ratedMin: number | null
  clockWrong: boolean
  boot: string
  seq: string
}

/** Condition for results of a lamp: by serial, or without one by address. */
const isOfLamp = sql`run.central_unit_id = asked.unit and run.kind = asked.kind and result.serial = asked.serial
  and (asked.serial <> '' or result.lamp = asked.addr)`

const isSincePassed = sql`(passed.at is null or result.at > passed.at or (result.at = passed.at
  and (coalesce(result.boot, -1), coalesce(result.seq, -1)) >= (passed.boot, passed.seq)))`

/**
 * Per lamp and kind, the last passed test and the first and last failure since: these decide whether a failed test is
 * open.
 */
const decidingResults = async (tx: Tx, lamps: readonly LampKey[]): Promise<Map<string, ExecutedResult[]>> => {
  const columns = sql`run.kind, result.test_id as "testId", result.at, result.result, result.reason,
    result.measured_s as "measuredS", result.rated_min as "ratedMin", result.clock_wrong as "clockWrong", coalesce(result.boot, -1) as boot, coalesce(result.seq, -1) as seq`
  const from = sql`from ${testResultTable} as result join ${testRunTable} as run on run.id = result.test_id`
  const { rows } = await tx.execute<ResultRow>(sql`
    select asked.unit as "centralUnitId", asked.addr, deciding.*
    from (
      select lamp.*, kind from unnest(${sql.param(lamps.map(({ centralUnitId }) => centralUnitId))}::uuid[],
        ${sql.param(lamps.map(({ addr }) => addr))}::int[], ${sql.param(lamps.map(({ serial }) => serial))}::text[])
        as lamp (unit, addr, serial) cross join unnest(${sql.param([...testKinds])}::text[]) as kind
    ) as asked
    left join lateral (
      select ${columns} ${from} where ${isOfLamp} and result.result = 'passed' and not result.clock_wrong
      order by result.at desc, result.boot desc nulls last, result.seq desc nulls last limit 1
    ) as passed on true
    cross join lateral (
      select passed.* where passed.at is not null
      union all (select ${columns} ${from} where ${isOfLamp} and result.result = 'failed'
        and ${isSincePassed} order by result.at, result.boot nulls first, result.seq nulls first limit 1)
      union all (select ${columns} ${from} where ${isOfLamp} and result.result = 'failed'
        and ${isSincePassed} order by result.at desc, result.boot desc nulls last, result.seq desc nulls last limit 1)
    ) as deciding`)
  const byPlace = Map.groupBy(rows, placeOf)
  return new Map(
    [...byPlace].map(([place, placeRows]) => [
      place,
      placeRows.map(({ centralUnitId: _, addr: _addr, at, boot, seq, ...one }) => ({
        ...one,
        at: new Date(at).toISOString(),
        boot: Number(boot),
        seq: Number(seq),
      })),
    ]),
  )
}

const placeOf = ({ centralUnitId, addr }: Place): string => `${centralUnitId} ${addr}`
const keyOf = (row: Pick<Row, 'centralUnitId' | 'addr' | 'kind'>): string => `${placeOf(row)} ${row.kind}`

const toFailedTest = ({ centralUnitId: _, addr: _addr, serial: _serial, since, at, ...row }: Row): FailedTest => ({
  ...row,
  since: since.toISOString(),
  at: at.toISOString(),
})

const toRow = ({ centralUnitId, addr, serial }: LampKey, { since, at, ...failed }: FailedTest): Row => ({
  centralUnitId,
  addr,
  serial,
  ...failed,
  since: new Date(since),
  at: new Date(at),
})

const isSame = (a: Row, b: Row): boolean =>
  a.serial === b.serial &&
  a.testId === b.testId &&
  a.ofFormerLamp === b.ofFormerLamp &&
  a.since.getTime() === b.since.getTime() &&
  a.at.getTime() === b.at.getTime() &&
  a.reason === b.reason &&
  a.measuredS === b.measuredS &&
  a.ratedMin === b.ratedMin

const writeRows = async (tx: Tx, before: readonly Row[], after: readonly Row[]): Promise<void> => {
  const rowsBefore = new Map(before.map((row) => [keyOf(row), row]))
  const remainingKeys = new Set(after.map(keyOf))
  for (const { centralUnitId, addr, kind } of before.filter((row) => !remainingKeys.has(keyOf(row))))
    await tx
      .delete(failedTestTable)
      .where(
        and(
          eq(failedTestTable.centralUnitId, centralUnitId),
          eq(failedTestTable.addr, addr),
          eq(failedTestTable.kind, kind),
        ),
      )
  const { centralUnitId, addr, kind } = failedTestTable
  for (const row of after) {
    const old = rowsBefore.get(keyOf(row))
    if (!old || !isSame(old, row))
      await tx
        .insert(failedTestTable)
        .values(row)
        .onConflictDoUpdate({ target: [centralUnitId, addr, kind], set: row })
  }
}

/** The open failed tests of these units' lamps, keyed by unit and address. */
export const listFailedTests = async (tx: Tx, unitIds: readonly string[]): Promise<Map<string, FailedTest[]>> => {
  const byPlace = Map.groupBy(await failedTestsOf(tx, unitIds), placeOf)
  return new Map([...byPlace].map(([place, rows]) => [place, rows.map(toFailedTest)]))
}

const failedTestsOf = (tx: Tx, unitIds: readonly string[]): Promise<Row[]> =>
  unitIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(failedTestTable)
        .where(inArray(failedTestTable.centralUnitId, [...unitIds]))

/** Copies the open failed tests of a unit to another, as those of former lamps of its addresses. */
export const copyFailedTests = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  const rows = await failedTestsOf(tx, [fromUnitId])
  if (rows.length === 0) return
  const copiedRows = rows.map((row) => ({ ...row, centralUnitId: toUnitId, ofFormerLamp: true }))
  await tx.insert(failedTestTable).values(copiedRows).onConflictDoNothing()
}

const { centralUnitId, addr, serial, found } = lampTable
const listedColumns = { centralUnitId, addr, serial, found }
type ListedLamp = LampKey & Pick<typeof lampTable.$inferSelect, 'found'>

/** The open failed tests of each of these lamps; `previousTestOf` returns those open at its address before. */
const openFailedTestsAt = async (
  tx: Tx,
  lamps: readonly ListedLamp[],
  previousOf: (lamp: LampKey, kind: TestKind) => Row | undefined,
): Promise<Row[]> => {
  const results = await decidingResults(tx, lamps)
  return lamps.flatMap((lamp) =>
    testKinds.flatMap((kind) => {
      const previousRow = previousOf(lamp, kind)
      const openTest = failedTestOf(
        kind,
        results.get(placeOf(lamp)) ?? [],
        previousRow ? toFailedTest(previousRow) : null,
      )
      return openTest ? [toRow(lamp, openTest)] : []
    }),
  )
}

/** Findings of the platform about these lamps, with their currently open failed tests. */
const foundFaultsOf = (lamps: readonly ListedLamp[], openTests: readonly Row[]): FoundFaults[] => {
  const byPlace = Map.groupBy(openTests, placeOf)
  return lamps.map((lamp) => ({
    centralUnitId: lamp.centralUnitId,
    addr: lamp.addr,
    found: [
      ...lamp.found.filter((code) => code === shortDischarge),
      ...(byPlace.get(placeOf(lamp)) ?? []).map(({ kind }) => faultOfFailedTest[kind]),
    ],
  }))
}

/** The serials of the lamps with results in these tests, by test. */
export const serialsOfTests = async (tx: Tx, testIds: readonly string[]): Promise<Map<string, string[]>> => {
  if (testIds.length === 0) return new Map()
  const rows = await tx
    .select({ testId: testResultTable.testId, serial: testResultTable.serial })
    .from(testResultTable)
    .where(inArray(testResultTable.testId, [...new Set(testIds)]))
  return new Map(
    [...Map.groupBy(rows, ({ testId }) => testId)].map(([test, testRows]) => [test, testRows.map((row) => row.serial)]),
  )
}

/** Opens and closes failed tests after new results, by serial; returns the changed lamps. */
export const updateFailedTests = async (
  tx: Tx,
  unitId: string,
  serials: readonly string[],
  now: Date,
): Promise<Place[]> => {
  if (serials.length === 0) return []
  const lamps = await tx
    .select(listedColumns)
    .from(lampTable)
    .where(and(eq(centralUnitId, unitId), inArray(serial, [...serials])))
  const places = new Set(lamps.map(placeOf))
  const before = (await failedTestsOf(tx, [unitId])).filter((row) => places.has(placeOf(row)))
  const previousRows = new Map(before.filter(({ ofFormerLamp }) => ofFormerLamp).map((row) => [keyOf(row), row]))
  const after = await openFailedTestsAt(tx, lamps, (lamp, kind) => previousRows.get(keyOf({ ...lamp, kind })))
  await writeRows(tx, before, after)
  return saveFound(tx, foundFaultsOf(lamps, after), now)
}

/** Tells whether a unit lists no lamp at an address. Before its list is known, lamps may still be reported. */
const readRemovals = async (tx: Tx, unitIds: readonly string[]): Promise<(place: Place) => boolean> => {
  const lists = await tx
    .select({ unitId: lampListTable.centralUnitId, addrs: lampListTable.addrs })
    .from(lampListTable)
    .where(inArray(lampListTable.centralUnitId, [...unitIds]))
  const addrsOf = new Map(lists.map(({ unitId, addrs }) => [unitId, new Set(addrs)]))
  return (place) => addrsOf.get(place.centralUnitId)?.has(place.addr) === false
}

/** Changes of failed tests after a unit's lamps changed. */
export type FailedTestChanges = { changed: Place[]; removed: Row[] }

/**
 * Updates the failed tests of units after lamps were added, removed or replaced: a finding follows its lamp by serial,
 * stays at the address of a replaced or not yet reported lamp, and ends with a removed lamp.
 * @param changedPlaces places with a new or another lamp
 */
export const updateFailedTestsOfLamps = async (
  tx: Tx,
  unitIds: readonly string[],
  changedPlaces: readonly Place[],
  now: Date,
): Promise<FailedTestChanges> => {
  if (unitIds.length === 0) return { changed: [], removed: [] }
  const before = await failedTestsOf(tx, unitIds)
  const lamps = await tx
    .select(listedColumns)
    .from(lampTable)
    .where(inArray(centralUnitId, [...unitIds]))
  const nameOf = (lamp: LampKey) => `${lamp.centralUnitId} ${lamp.serial}`
  const listedNames = new Set(lamps.filter((lamp) => lamp.serial !== '').map(nameOf))
  const places = new Set(lamps.map(placeOf))
  const isOther = new Set(changedPlaces.map(placeOf))
  const atPlace = new Map(before.filter((row) => !listedNames.has(nameOf(row))).map((row) => [keyOf(row), row]))
  const inheritedRows = before.filter((row) => row.ofFormerLamp && listedNames.has(nameOf(row)))
  const inheritedByKey = new Map(inheritedRows.map((row) => [`${nameOf(row)} ${row.kind}`, row]))
  const changedLamps = lamps.filter((lamp) => isOther.has(placeOf(lamp)))
  const openTests = await openFailedTestsAt(
    tx,
    changedLamps,
    (lamp, kind) => inheritedByKey.get(`${nameOf(lamp)} ${kind}`) ?? atPlace.get(keyOf({ ...lamp, kind })),
  )
  const isRemoved = await readRemovals(tx, unitIds)
  const absentRows = before.filter((row) => !listedNames.has(nameOf(row)) && !places.has(placeOf(row)))
  const waitingRows = absentRows.filter((row) => !isRemoved(row))
  const unchangedRows = before.filter((row) => places.has(placeOf(row)) && !isOther.has(placeOf(row)))
  await writeRows(tx, before, [...unchangedRows, ...waitingRows, ...openTests])
  return {
    changed: await saveFound(tx, foundFaultsOf(changedLamps, openTests), now),
    removed: absentRows.filter(isRemoved),
  }
}
