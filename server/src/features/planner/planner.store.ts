import { defaultPlanSettings, type PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { and, asc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DueCondition } from '../../kernel/due-rows.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plannedTestTable, planSettingsTable, planUnitTable, testPlanTable } from './planner.schema.ts'

export type TestPlanRow = typeof testPlanTable.$inferSelect
export type PlannedTestRow = typeof plannedTestTable.$inferSelect
export type PlanUnitRow = typeof planUnitTable.$inferSelect

export const findPlanSettings = async (
  tx: Tx,
  plantId: string,
): Promise<{ settings: PlanSettings; version: number }> => {
  const { settings, version } = planSettingsTable
  const [row] = await tx
    .select({ settings, version })
    .from(planSettingsTable)
    .where(eq(planSettingsTable.plantId, plantId))
  return row ?? { settings: defaultPlanSettings, version: 0 }
}

/** Saves if the version matches; undefined after a concurrent change. */
export const savePlanSettingsIfVersion = async (
  tx: Tx,
  plantId: string,
  { settings, version }: { settings: PlanSettings; version: number },
): Promise<number | undefined> => {
  const savedColumns = { version: planSettingsTable.version }
  const [row] =
    version === 0
      ? await tx
          .insert(planSettingsTable)
          .values({ plantId, settings, version: 1 })
          .onConflictDoNothing()
          .returning(savedColumns)
      : await tx
          .update(planSettingsTable)
          .set({ settings, version: version + 1 })
          .where(and(eq(planSettingsTable.plantId, plantId), eq(planSettingsTable.version, version)))
          .returning(savedColumns)
  return row?.version
}

/** A plant's proposal and its accepted plan. */
export const findPlans = (tx: Tx, plantId: string): Promise<TestPlanRow[]> =>
  tx
    .select()
    .from(testPlanTable)
    .where(and(eq(testPlanTable.plantId, plantId), ne(testPlanTable.state, 'ended')))

/** The last day of a plant's accepted plan; undefined without one. */
export const findPlanEnd = async (tx: Tx, plantId: string): Promise<string | undefined> =>
  (await findPlans(tx, plantId)).find(({ state }) => state === 'accepted')?.untilDay

/** Locks a proposed or accepted plan until the transaction ends. */
export const lockPlan = async (tx: Tx, plantId: string, id: string): Promise<TestPlanRow | undefined> => {
  const [row] = await tx
    .select()
    .from(testPlanTable)
    .where(and(eq(testPlanTable.plantId, plantId), eq(testPlanTable.id, id), ne(testPlanTable.state, 'ended')))
    .for('update')
  return row
}

/** Rows per statement: each value takes one of 65,535 parameters. */
const rowsPerStatement = 500

export const insertPlannedTests = async (tx: Tx, rows: readonly PlannedTestRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await tx.insert(plannedTestTable).values(rows.slice(from, from + rowsPerStatement))
}

/** Replaces the previous proposal. */
export const replaceDraft = async (tx: Tx, plan: TestPlanRow, tests: readonly PlannedTestRow[]): Promise<void> => {
  await tx.delete(testPlanTable).where(and(eq(testPlanTable.plantId, plan.plantId), eq(testPlanTable.state, 'draft')))
  await tx.insert(testPlanTable).values(plan)
  await insertPlannedTests(tx, tests)
}

export const deletePlan = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(testPlanTable).where(eq(testPlanTable.id, id))
}

/** Ends the accepted plan: its future tests are cancelled. */
export const endAcceptedPlan = async (tx: Tx, plantId: string): Promise<void> => {
  const endedRows = await tx
    .update(testPlanTable)
    .set({ state: 'ended', checkAt: null })
    .where(and(eq(testPlanTable.plantId, plantId), eq(testPlanTable.state, 'accepted')))
    .returning({ id: testPlanTable.id })
  for (const { id } of endedRows) {
    await tx.delete(plannedTestTable).where(and(eq(plannedTestTable.planId, id), eq(plannedTestTable.state, 'planned')))
    await tx.delete(planUnitTable).where(eq(planUnitTable.planId, id))
  }
}

export const updatePlan = async (tx: Tx, id: string, change: Partial<TestPlanRow>): Promise<void> => {
  await tx.update(testPlanTable).set(change).where(eq(testPlanTable.id, id))
}

export const listPlannedTests = (tx: Tx, planIds: readonly string[]): Promise<PlannedTestRow[]> =>
  planIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(plannedTestTable)
        .where(inArray(plannedTestTable.planId, [...planIds]))
        .orderBy(asc(plannedTestTable.startsAt), asc(plannedTestTable.id))

export const listTestsOfDay = (
  tx: Tx,
  { plantId, planId, day }: { plantId: string; planId: string; day: string },
  limit: number,
): Promise<PlannedTestRow[]> =>
  tx
    .select()
    .from(plannedTestTable)
    .where(
      and(eq(plannedTestTable.plantId, plantId), eq(plannedTestTable.planId, planId), eq(plannedTestTable.day, day)),
    )
    .orderBy(asc(plannedTestTable.startsAt), asc(plannedTestTable.id))
    .limit(limit)

export const deletePlannedTests = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await tx.delete(plannedTestTable).where(inArray(plannedTestTable.id, [...ids]))
}

export const updatePlannedTest = async (tx: Tx, id: string, change: Partial<PlannedTestRow>): Promise<void> => {
  await tx.update(plannedTestTable).set(change).where(eq(plannedTestTable.id, id))
}

/** An accepted plan whose plant is in use. */
export const isInForce = and(
  eq(testPlanTable.state, 'accepted'),
  sql`exists (select from ${plantTable} where ${plantTable.id} = ${testPlanTable.plantId} and ${plantTable.removedAt} is null
    and ${plantTable.archivedAt} is null)`,
)

export const isNotIn = (id: PgColumn, ids: readonly string[]) =>
  ids.length > 0 ? sql`${id} <> all(${sql.param([...ids])}::uuid[])` : undefined

const isDueForCheck = (now: Date) => and(isInForce, lte(testPlanTable.checkAt, now))

export const isAnyPlanToCheck = (now: Date): DueCondition =>
  sql`exists (select from ${testPlanTable} where ${isDueForCheck(now)})`

/** Locks an accepted plan due for a check; skips those locked by another node. */
export const lockPlanToCheck = async (
  tx: Tx,
  now: Date,
  excludedIds: readonly string[],
): Promise<TestPlanRow | undefined> => {
  const [row] = await tx
    .select()
    .from(testPlanTable)
    .where(and(isDueForCheck(now), isNotIn(testPlanTable.id, excludedIds)))
    .orderBy(asc(testPlanTable.checkAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

export const savePlanUnits = async (tx: Tx, rows: readonly PlanUnitRow[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insert(planUnitTable)
    .values([...rows])
    .onConflictDoUpdate({
      target: [planUnitTable.planId, planUnitTable.centralUnitId],
      set: {
        functional: sql`excluded.functional`,
        autonomy: sql`excluded.autonomy`,
        requestedAt: sql`excluded.requested_at`,
        acceptedAt: sql`excluded.accepted_at`,
        dueAt: sql`excluded.due_at`,
      },
    })
}

export const deletePlanUnits = async (tx: Tx, planId: string, unitIds: readonly string[]): Promise<void> => {
  if (unitIds.length === 0) return
  await tx
    .delete(planUnitTable)
    .where(and(eq(planUnitTable.planId, planId), inArray(planUnitTable.centralUnitId, [...unitIds])))
}

export const listPlanUnits = (tx: Tx, planId: string): Promise<PlanUnitRow[]> =>
  tx.select().from(planUnitTable).where(eq(planUnitTable.planId, planId))

const isUnitDue = (now: Date) =>
  and(isInForce, isNull(planUnitTable.acceptedAt), lte(planUnitTable.dueAt, now), isNull(centralUnitTable.removedAt))

export const isAnyUnitDue = (now: Date): DueCondition => sql`exists (
  select from ${planUnitTable} join ${testPlanTable} on ${eq(testPlanTable.id, planUnitTable.planId)}
    join ${centralUnitTable} on ${eq(centralUnitTable.id, planUnitTable.centralUnitId)}
  where ${isUnitDue(now)})`

/** Locks a unit without confirmed dates; skips those locked by another node. */
export const lockDueUnit = async (tx: Tx, now: Date, excludedIds: readonly string[]) => {
  const [row] = await tx
    .select({ date: planUnitTable, plan: testPlanTable, unit: centralUnitTable })
    .from(planUnitTable)
    .innerJoin(testPlanTable, eq(testPlanTable.id, planUnitTable.planId))
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, planUnitTable.centralUnitId))
    .where(and(isUnitDue(now), isNotIn(planUnitTable.centralUnitId, excludedIds)))
    .orderBy(asc(planUnitTable.dueAt))
    .limit(1)
    .for('update', { of: planUnitTable, skipLocked: true })
  return row
}

export const updatePlanUnit = async (
  tx: Tx,
  { planId, centralUnitId }: Pick<PlanUnitRow, 'planId' | 'centralUnitId'>,
  change: Partial<PlanUnitRow>,
): Promise<void> => {
  await tx
    .update(planUnitTable)
    .set(change)
    .where(and(eq(planUnitTable.planId, planId), eq(planUnitTable.centralUnitId, centralUnitId)))
}

export const schedulePlanCheck = async (tx: Tx, planId: string, at: Date): Promise<void> => {
  await tx
    .update(testPlanTable)
    .set({ checkAt: at })
    .where(and(eq(testPlanTable.id, planId), isInForce, gt(testPlanTable.checkAt, at)))
}
