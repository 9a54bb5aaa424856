import type { HeldTest } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { heldTestTable, testRunTable } from './emergency-tests.schema.ts'

export type HeldTestRow = typeof heldTestTable.$inferSelect

export const toHeldTest = (row: HeldTestRow): HeldTest => ({
  id: row.id,
  cu: row.unit,
  kind: row.kind,
  lamps: row.lamps,
  reason: row.reason,
  startsAt: row.startsAt?.toISOString() ?? null,
  chargedAt: row.chargedAt?.toISOString() ?? null,
  reTest: row.reTest,
  requestedBy: row.requestedByName,
  requestedAt: row.requestedAt.toISOString(),
})

/** Maximum re-tests of other lamps started together with one: the lamps of a unit. */
const maxConcurrentReTests = 992

const isWaiting = eq(heldTestTable.state, 'waiting')

export const insertHeldTest = async (tx: Tx, row: HeldTestRow): Promise<void> => {
  await tx.insert(heldTestTable).values(row)
}

/** Saves a test under an id chosen by its feature; an existing one is left unchanged. */
export const insertHeldTestIfAbsent = async (tx: Tx, row: HeldTestRow): Promise<void> => {
  await tx.insert(heldTestTable).values(row).onConflictDoNothing()
}

/** Outcomes of held tests and of the tests started from them, without those still waiting or running. */
export const listHeldOutcomes = async (tx: Tx, ids: readonly string[]): Promise<HeldOutcome[]> => {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: heldTestTable.id, state: heldTestTable.state, run: testRunTable.state, reason: testRunTable.reason })
    .from(heldTestTable)
    .leftJoin(testRunTable, eq(testRunTable.id, heldTestTable.testId))
    .where(and(inArray(heldTestTable.id, [...ids]), ne(heldTestTable.state, 'waiting')))
  return rows.flatMap(({ id, state, run, reason }): HeldOutcome[] => {
    if (state === 'cancelled') return [{ id, executed: false, reason: 'cancelled' }]
    if (run === null) return [{ id, executed: false, reason: 'other_test_running' }]
    if (run === 'requested' || run === 'running') return []
    return [{ id, executed: run === 'finished', reason: run === 'finished' ? null : reason }]
  })
}

/** Outcome of a held test: executed, or the reason why not. */
export type HeldOutcome = { id: string; executed: boolean; reason: string | null }

/** Outcome of a unit's automatic test around a time; undefined if there is none, or it still runs. */
export const findUnitStartedTest = async (
  tx: Tx,
  { centralUnitId, kind }: Pick<HeldTestRow, 'centralUnitId' | 'kind'>,
  { from, until }: { from: Date; until: Date },
): Promise<{ executed: boolean; reason: string | null } | undefined> => {
  const [run] = await tx
    .select({ state: testRunTable.state, reason: testRunTable.reason })
    .from(testRunTable)
    .where(
      and(
        eq(testRunTable.centralUnitId, centralUnitId),
        eq(testRunTable.kind, kind),
        inArray(testRunTable.state, ['finished', 'stopped']),
        between(testRunTable.startedAt, from, until),
      ),
    )
    .orderBy(desc(eq(testRunTable.state, 'finished')), desc(testRunTable.startedAt))
    .limit(1)
  return run && { executed: run.state === 'finished', reason: run.state === 'finished' ? null : run.reason }
}

export const listHeldTests = (tx: Tx, plantId: string): Promise<HeldTestRow[]> =>
  tx
    .select()
    .from(heldTestTable)
    .where(and(eq(heldTestTable.plantId, plantId), isWaiting))
    .orderBy(asc(heldTestTable.dueAt), asc(heldTestTable.requestedAt))

/** Number of held tests requested by people in a plant; re-tests after repairs do not count. */
export const countHeldTests = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ n: count() })
    .from(heldTestTable)
    .where(and(eq(heldTestTable.plantId, plantId), isWaiting, eq(heldTestTable.reTest, false)))
  return row?.n ?? 0
}

export const findHeldTest = async (tx: Tx, plantId: string, id: string): Promise<HeldTestRow | undefined> => {
  const [row] = await tx
    .select()
    .from(heldTestTable)
    .where(and(eq(heldTestTable.plantId, plantId), eq(heldTestTable.id, id)))
  return row
}

/** Cancels a waiting test; undefined if it no longer waits. */
export const cancelHeldTest = async (tx: Tx, plantId: string, id: string): Promise<HeldTestRow | undefined> => {
  const [row] = await tx
    .update(heldTestTable)
    .set({ state: 'cancelled' })
    .where(and(eq(heldTestTable.plantId, plantId), eq(heldTestTable.id, id), isWaiting))
    .returning()
  return row
}

/** Cancels all waiting tests requested by people in a plant; re-tests after repairs stay. */
export const cancelHeldTests = async (tx: Tx, plantId: string): Promise<void> => {
  await tx
    .update(heldTestTable)
    .set({ state: 'cancelled' })
    .where(and(eq(heldTestTable.plantId, plantId), isWaiting, eq(heldTestTable.reTest, false)))
}

/** The next timed test of each unit and kind in a plant. */
export const listNextHeld = async (tx: Tx, plant: string) => {
  const { plantId, kind, startsAt, centralUnitId } = heldTestTable
  const rows = await tx
    .selectDistinctOn([centralUnitId, kind], { cu: centralUnitTable.unit, kind, at: startsAt })
    .from(heldTestTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, centralUnitId))
    .where(and(eq(plantId, plant), isWaiting, isNotNull(startsAt), isNull(centralUnitTable.removedAt)))
    .orderBy(centralUnitId, kind, asc(startsAt))
  return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at }] : []))
}

export const timedTestsToStart = sql`
  select ${heldTestTable.id}, ${heldTestTable.plantId}, ${heldTestTable.centralUnitId}, ${heldTestTable.kind},
    ${heldTestTable.startsAt} as at
  from ${heldTestTable} where ${isWaiting} and ${heldTestTable.startsAt} is not null`

/** Nothing starts in an archived plant: re-tests wait until it is in use again. */
const isInUse = sql`not exists (
  select 1 from ${plantTable} where ${plantTable.id} = ${heldTestTable.plantId} and archived_at is not null)`

const isDue = (now: Date) => and(isWaiting, lte(heldTestTable.dueAt, now), isInUse)

export const isAnyHeldTestDue = (now: Date): SQL => sql`exists (select from ${heldTestTable} where ${isDue(now)})`

/** A due held test, locked. Skips those another node is processing. */
export const lockDueHeldTest = async (
  tx: Tx,
  now: Date,
  excludedIds: readonly string[],
): Promise<HeldTestRow | null> => {
  const [row] = await tx
    .select()
    .from(heldTestTable)
    .where(and(isDue(now), notInArray(heldTestTable.id, [...excludedIds])))
    .orderBy(asc(heldTestTable.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row ?? null
}

/** The other re-tests of this kind on the same unit, locked; a unit runs one test at a time. */
export const lockFellowReTests = (tx: Tx, { id, centralUnitId, kind }: HeldTestRow): Promise<HeldTestRow[]> =>
  tx
    .select()
    .from(heldTestTable)
    .where(
      and(
        and(isWaiting, eq(heldTestTable.reTest, true), eq(heldTestTable.centralUnitId, centralUnitId)),
        and(eq(heldTestTable.kind, kind), ne(heldTestTable.id, id)),
      ),
    )
    .orderBy(asc(heldTestTable.requestedAt), asc(heldTestTable.id))
    .limit(maxConcurrentReTests)
    .for('update', { skipLocked: true })

type HeldTestChange = Partial<Pick<HeldTestRow, 'state' | 'chargedAt' | 'reason' | 'dueAt' | 'testId'>>

export const updateHeldTest = async (tx: Tx, id: string, change: HeldTestChange): Promise<void> => {
  await tx.update(heldTestTable).set(change).where(eq(heldTestTable.id, id))
}
