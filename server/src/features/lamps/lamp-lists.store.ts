import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampListTable, lampTable } from '../../tables/lamps.schema.ts'
import { newestReports } from './save-lamps.store.ts'

/** All addresses of a unit with a lamp, and the number of the message. */
export type LampListReport = { centralUnitId: string; addrs: readonly number[]; boot: number; seq: number }

/**
 * Saves the lamp lists of units, unless newer ones are stored, and deletes removed lamps; returns the units with
 * losses. Lamps reported by a later message stay.
 */
export const saveLampLists = async (tx: Tx, reports: readonly LampListReport[]): Promise<Set<string>> => {
  if (reports.length === 0) return new Set()
  const newest = newestReports(reports, ({ centralUnitId }) => centralUnitId)
  const column = <T>(value: (one: LampListReport) => T) => sql.param(newest.map(value))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with reported as (
      select unit, string_to_array(addrs, ',')::int[] as addrs, boot, seq
      from unnest(${column((one) => one.centralUnitId)}::uuid[], ${column((one) => one.addrs.join(','))}::text[],
        ${column((one) => one.boot)}::bigint[], ${column((one) => one.seq)}::bigint[]) as reported (unit, addrs, boot, seq)
    ), list as (
      insert into lamp_list as known (central_unit_id, addrs, boot, seq)
      select unit, addrs, boot, seq from reported
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

/** Resets the message numbers of a unit to 0: its next report counts as newer than the stored ones. */
export const resetNumbers = async (tx: Tx, centralUnitId: string): Promise<void> => {
  await tx.delete(lampListTable).where(eq(lampListTable.centralUnitId, centralUnitId))
  await tx
    .update(lampTable)
    .set({ boot: -1, seq: -1, detailBoot: -1, detailSeq: -1 })
    .where(eq(lampTable.centralUnitId, centralUnitId))
}
