import type { LampChange } from '@vigilux/contract/features/lamps/lamp-change.ts'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampChangeTable } from '../../tables/lamps.schema.ts'
import type { Place } from './lamps.store.ts'

/**
 * Keeps how these lamps are now, which are otherwise than before. Their rows are locked by then, so what is kept stands in the order in
 * which it was stored, also where the clock of another node is ahead of ours.
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

/** What became of the lamp at a place, newest first; of those that were there before, too. */
export const listChanges = async (
  tx: Tx,
  { centralUnitId, addr }: Place,
  { before, since, limit }: ChangeQuery,
): Promise<LampChange[]> => {
  const of = lampChangeTable
  const rows = await tx
    .select()
    .from(of)
    .where(
      and(
        and(eq(of.centralUnitId, centralUnitId), eq(of.addr, addr)),
        before && lt(of.at, before),
        since ? gte(of.at, since) : undefined,
      ),
    )
    .orderBy(desc(of.at))
    .limit(limit)
  return rows.map(({ at, serial, mode, errors, condition }) => ({
    at: at.toISOString(),
    serial,
    mode,
    errors,
    condition,
  }))
}

/** The faults that these lamps have, and which of them they did not have before their last change. */
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
