import { sql } from 'drizzle-orm'
import { isOneOf } from '../../kernel/one-of.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable, logbookHeadTable } from './logbook.schema.ts'

/** Newest entries read per plant: more than a unit has lamps, which may all report at once. */
const maxRead = 1_000

/** Plants read: those with the latest entries. */
const maxPlants = 20

export type NewEntryNo = { plantId: string; no: number; count: number }

/**
 * Numbers of the newest entries recorded since a moment, newest first. Reports of one fault by lamps of a unit within
 * an hour are one, with the number of the last and their count.
 */
export const listNewEntryNos = async (
  tx: Tx,
  plantIds: readonly string[],
  { since, limit }: { since: Date; limit: number },
): Promise<NewEntryNo[]> => {
  const { rows } = await tx.execute<NewEntryNo>(sql`
    with recent as (
      select plant_id from ${logbookHeadTable}
      where ${isOneOf(sql`plant_id`, 'uuid', plantIds)} and sealed_at >= ${since.toISOString()}
      order by sealed_at desc limit ${maxPlants})
    select entry.plant_id as "plantId", max(entry.no) as no, count(*)::int as count
    from recent cross join lateral (
      select plant_id, no, kind, unit, facts->>'error' as error, at, recorded_at from ${logbookEntryTable}
      where plant_id = recent.plant_id order by no desc limit ${maxRead}) as entry
    where entry.recorded_at >= ${since.toISOString()}
    group by entry.plant_id, case when entry.kind in ('lampFault', 'lampFaultCleared')
      then concat_ws(' ', entry.kind, entry.unit, entry.error, date_trunc('hour', entry.at)) else entry.no::text end
    order by max(entry.recorded_at) desc, max(entry.no) desc limit ${limit}`)
  return rows
}
