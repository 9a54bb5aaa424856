import type { LampChange } from '@vigilux/contract/features/lamps/lamp-change.ts'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampChangeTable } from '../../tables/lamps.schema.ts'
import type { Place } from './lamps.store.ts'

/**
 * Records the new state of changed lamps. Their rows are locked, so changes are recorded in storage order even if
 * another node's clock is ahead.
 */
export const recordChanges = async (tx: Tx, places: readonly Place[], at: Date): Promise<void> => {
  if (places.length === 0) return
  const now = sql`${at.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into lamp_change (central_unit_id, addr, at, serial, mode, errors, condition)
    select lamp.central_unit_id, lamp.addr, coalesce((
        select max(later.at) + interval '1 millisecond' from lamp_change as later
        where later.central_unit_id = lamp.central_unit_id and later.addr = lamp.addr and later.at >= ${now}
      ), ${now}), serial, mode, errors, condition
    from unnest(${sql.param(places.map(({ centralUnitId }) => centralUnitId))}::uuid[],
      ${sql.param(places.map(({ addr }) => addr))}::int[]) as changed (unit, addr)
      join lamp on lamp.central_unit_id = changed.unit and lamp.addr = changed.addr`)
}

type ChangeQuery = { before: Date | undefined; since: Date | null; limit: number }

/** Changes at an address, newest first, including earlier lamps there. */
export const listChanges = async (
  tx: Tx,
  { centralUnitId, addr }: Place,
  { before, since, limit }: ChangeQuery,
): Promise<LampChange[]> => {
  const table = lampChangeTable
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        and(eq(table.centralUnitId, centralUnitId), eq(table.addr, addr)),
        before && lt(table.at, before),
        since ? gte(table.at, since) : undefined,
      ),
    )
    .orderBy(desc(table.at))
    .limit(limit)
  return rows.map(({ at, serial, mode, errors, condition }) => ({
    at: at.toISOString(),
    serial,
    mode,
    errors,
    condition,
  }))
}

/** The faults of these lamps, and which of them are new since the last change. */
export const findNewFaults = async (tx: Tx, places: readonly Place[]) => {
  const { rows } = await tx.execute<Place & { boot: string; seq: string; faults: string[]; fresh: string[] }>(sql`
    select lamp.central_unit_id as "centralUnitId", lamp.addr, lamp.boot::text, lamp.seq::text, lamp.errors as faults, array(
        select unnest(lamp.errors) except select unnest(before.errors)
      ) as fresh
    from unnest(${sql.param(places.map(({ centralUnitId }) => centralUnitId))}::uuid[],
      ${sql.param(places.map(({ addr }) => addr))}::int[]) as changed (unit, addr)
      join lamp on lamp.central_unit_id = changed.unit and lamp.addr = changed.addr
      left join lateral (
        select case when change.serial = lamp.serial then change.errors else array[]::text[] end as errors
        from lamp_change as change where change.central_unit_id = lamp.central_unit_id and change.addr = lamp.addr
        order by change.at desc offset 1 limit 1
      ) as before on true`)
  return rows
}
