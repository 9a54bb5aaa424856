import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { deleteBatch } from './delete-batch.store.ts'
import { noticeCauseTable as table } from './notice-causes.schema.ts'
import type { Tx } from './transaction.ts'

export type NoticeCause = Omit<typeof table.$inferInsert, 'id' | 'gatheredAt' | 'endedAt'>
export type NoticeCauseRow = typeof table.$inferSelect

/** Records causes of notices; an already recorded one is left unchanged. */
export const recordCauses = async (tx: Tx, causes: readonly NoticeCause[]): Promise<void> => {
  if (causes.length > 0)
    await tx
      .insert(table)
      .values([...causes])
      .onConflictDoNothing()
}

/** The present faults of a unit or one of its lamps. */
export type CurrentFaults = { centralUnitId: string; addr: number | null; faults: readonly string[] }

/** Ends faults of which none of the codes is still reported. */
export const endFaults = async (tx: Tx, faultType: 'fault' | 'unitFault', now: readonly CurrentFaults[], at: Date) => {
  if (now.length === 0) return
  await tx.execute(sql`
    update notice_cause as cause set ended_at = ${at.toISOString()}::timestamptz
    from unnest(${sql.param(now.map(({ centralUnitId }) => centralUnitId))}::uuid[],
      ${sql.param(now.map(({ addr }) => addr))}::int[], ${sql.param(now.map(({ faults }) => faults.join()))}::text[])
      as now (unit, addr, faults)
    where cause.central_unit_id = now.unit and cause.addr is not distinct from now.addr and cause.what = ${faultType}
      and cause.ended_at is null and not cause.faults && string_to_array(now.faults, ',')`)
}

/** Causes of all types unless one is named. */
type UnitCauses = { what?: NoticeCauseRow['what']; units: readonly string[] }

/** Ends the open causes of these units; returns those possibly known to members. */
export const endUnitCauses = async (
  tx: Tx,
  { what: causeType, units }: UnitCauses,
  at: Date,
): Promise<NoticeCauseRow[]> => {
  if (units.length === 0) return []
  const openCausesOfUnits = and(
    causeType === undefined ? undefined : eq(table.what, causeType),
    inArray(table.centralUnitId, [...units]),
    isNull(table.endedAt),
  )
  const endedCauses = await tx.update(table).set({ endedAt: at }).where(openCausesOfUnits).returning()
  return endedCauses.filter(({ gatheredAt }) => gatheredAt !== null)
}

export const deleteOldCauses = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table, key: table.id, which: sql`${table.at} < ${before} and gathered_at is not null`, limit })
