import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable } from './logbook.schema.ts'

/** A gap in the logbook: until when the data is complete, or how many records of which unit are missing. */
export type LogbookGap = {
  kind: 'restored' | 'recordsMissing'
  unit: string | null
  at: Date | string
  wholeUntil: string | null
  count: number | null
}

/** Maximum of newest gaps; the logbook has them all. */
const maxGaps = 200

/** Gaps known at a moment, and not closed by then. */
export const listGaps = async (tx: Tx, plantId: string, at: Date): Promise<LogbookGap[]> => {
  const { rows } = await tx.execute<LogbookGap>(sql`
    select gap.kind, gap.unit, gap.at, gap.facts ->> 'wholeUntil' as "wholeUntil", (gap.facts ->> 'count')::float8 as count
    from ${logbookEntryTable} gap
    where gap.plant_id = ${plantId} and gap.kind in ('restored', 'recordsMissing') and gap.recorded_at <= ${at.toISOString()}
      and not exists (
        select from ${logbookEntryTable} later
        where later.plant_id = gap.plant_id and later.about = gap.no and later.kind = 'recordsRecovered'
          and later.recorded_at <= ${at.toISOString()})
    order by gap.no desc limit ${maxGaps}`)
  return rows
}
