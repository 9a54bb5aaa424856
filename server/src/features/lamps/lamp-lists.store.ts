import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampListTable, lampTable } from '../../tables/lamps.schema.ts'
import { newestReports } from './save-lamps.store.ts'

/** Every address of a unit that has a lamp, with the numbering of the message that says so. */
export type LampListReport = { centralUnitId: string; addrs: readonly number[]; boot: number; seq: number }

/**
 * Stores which lamps units have, unless newer is stored already, and removes those that have left; answers the units that
 * lost any. Lamps reported by a later message stay.
 */
export const saveLampLists = async (tx: Tx, news: readonly LampListReport[]): Promise<Set<string>> => {
  if (news.length === 0) return new Set()
  const newest = newestReports(news, ({ centralUnitId }) => centralUnitId)
  const column = <T>(value: (one: LampListReport) => T) => sql.param(newest.map(value))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with told as (
      select unit, string_to_array(addrs, ',')::int[] as addrs, boot, seq
      from unnest(${column((one) => one.centralUnitId)}::uuid[], ${column((one) => one.addrs.join(','))}::text[],
        ${column((one) => one.boot)}::bigint[], ${column((one) => one.seq)}::bigint[]) as told (unit, addrs, boot, seq)
    ), list as (
      insert into lamp_list as known (central_unit_id, addrs, boot, seq)
      select unit, addrs, boot, seq from told
      on conflict (central_unit_id) do update set addrs = excluded.addrs, boot = excluded.boot, seq = excluded.seq
      where (known.boot, known.seq) < (excluded.boot, excluded.seq)
      returning central_unit_id, addrs, boot, seq
    )
    delete from lamp using list
    where lamp.central_unit_id = list.central_unit_id and (lamp.boot, lamp.seq) < (list.boot, list.seq)
      and lamp.addr <> all (list.addrs)
    returning lamp.central_unit_id as id`)
  return new Set(rows.map(({ id }) => id))
}

/** The messages of a unit count from 0 again: whatever it reports next is newer than what is stored. */
export const resetNumbers = async (tx: Tx, centralUnitId: string): Promise<void> => {
  await tx.delete(lampListTable).where(eq(lampListTable.centralUnitId, centralUnitId))
  await tx
    .update(lampTable)
    .set({ boot: -1, seq: -1, detailBoot: -1, detailSeq: -1 })
    .where(eq(lampTable.centralUnitId, centralUnitId))
}
