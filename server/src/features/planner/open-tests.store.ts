import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { DueCondition } from '../../kernel/due-rows.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plannedTestTable, testPlanTable } from './planner.schema.ts'
import { isInForce, isNotIn, type PlannedTestRow } from './planner.store.ts'

/** A test of an accepted plan, waiting for its start by the platform. */
const isDueToStart = and(isInForce, eq(plannedTestTable.planner, 'platform'), eq(plannedTestTable.state, 'planned'))

export const isAnyTestDueToStart = (until: Date): DueCondition => sql`exists (
  select from ${plannedTestTable} join ${testPlanTable} on ${eq(testPlanTable.id, plannedTestTable.planId)}
  where ${and(isDueToStart, lte(plannedTestTable.startsAt, until))})`

/** A test due now for its start by the platform, locked. */
export const lockDueTest = async (
  tx: Tx,
  until: Date,
  excludedIds: readonly string[],
): Promise<PlannedTestRow | undefined> => {
  const [row] = await tx
    .select({ test: plannedTestTable })
    .from(plannedTestTable)
    .innerJoin(testPlanTable, eq(testPlanTable.id, plannedTestTable.planId))
    .where(and(isDueToStart, lte(plannedTestTable.startsAt, until), isNotIn(plannedTestTable.id, excludedIds)))
    .orderBy(asc(plannedTestTable.startsAt))
    .limit(1)
    .for('update', { of: plannedTestTable, skipLocked: true })
  return row?.test
}

/** Tests whose time has come and whose end is unknown, earliest first; only those after `after`, for paging. */
export const listOpenTests = async (
  tx: Tx,
  now: Date,
  after: Pick<PlannedTestRow, 'startsAt' | 'id'> | null,
  limit: number,
): Promise<PlannedTestRow[]> => {
  const { id, startsAt, state, planner } = plannedTestTable
  const rows = await tx
    .select({ test: plannedTestTable })
    .from(plannedTestTable)
    .innerJoin(testPlanTable, eq(testPlanTable.id, plannedTestTable.planId))
    .where(
      and(
        lte(startsAt, now),
        or(eq(state, 'begun'), and(isInForce, eq(state, 'planned'), eq(planner, 'unit'))),
        after ? or(gt(startsAt, after.startsAt), and(eq(startsAt, after.startsAt), gt(id, after.id))) : undefined,
      ),
    )
    .orderBy(asc(startsAt), asc(id))
    .limit(limit)
  return rows.map(({ test }) => test)
}

/** Records how a test ended; false when its end is already known. */
export const endPlannedTest = async (
  tx: Tx,
  id: string,
  end: Pick<PlannedTestRow, 'state' | 'reason'>,
): Promise<boolean> => {
  const endedRows = await tx
    .update(plannedTestTable)
    .set(end)
    .where(and(eq(plannedTestTable.id, id), inArray(plannedTestTable.state, ['planned', 'begun'])))
    .returning({ id: plannedTestTable.id })
  return endedRows.length > 0
}

/** The next platform-started test of each unit and kind, by the plant's accepted plan. */
export const listNextToStart = (tx: Tx, plantId: string) =>
  tx
    .selectDistinctOn([plannedTestTable.centralUnitId, plannedTestTable.kind], {
      cu: centralUnitTable.unit,
      kind: plannedTestTable.kind,
      at: plannedTestTable.startsAt,
    })
    .from(plannedTestTable)
    .innerJoin(testPlanTable, eq(testPlanTable.id, plannedTestTable.planId))
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, plannedTestTable.centralUnitId))
    .where(and(isDueToStart, eq(plannedTestTable.plantId, plantId), isNull(centralUnitTable.removedAt)))
    .orderBy(plannedTestTable.centralUnitId, plannedTestTable.kind, asc(plannedTestTable.startsAt))

/** SQL of the tests started by the platform by accepted plans. */
export const testsToStart = sql`
  select ${plannedTestTable.id}, ${plannedTestTable.plantId}, ${plannedTestTable.centralUnitId}, ${plannedTestTable.kind},
    ${plannedTestTable.startsAt} as at
  from ${plannedTestTable} join ${testPlanTable} on ${eq(testPlanTable.id, plannedTestTable.planId)}
  where ${isDueToStart}`
