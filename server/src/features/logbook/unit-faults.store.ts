import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable } from './logbook.schema.ts'

/** A fault of a unit, by its topic and the unit's own code. */
export type UnitFaultRow = { cu: string; error: string; at: Date | string }

/** Maximum of newest fault entries read: an intermittent fault would fill any answer. */
const maxFaults = 2_000

/** The unit faults open at a moment, as known then, each with its start. */
export const listOpenUnitFaults = async (tx: Tx, plantId: string, at: Date): Promise<UnitFaultRow[]> => {
  const until = at.toISOString()
  const { rows } = await tx.execute<UnitFaultRow>(sql`
    select cu, error, at from (
      select distinct on (unit, error) unit as cu, error, kind, at from (
        select unit, kind, facts ->> 'error' as error, at, no from ${logbookEntryTable}
        where plant_id = ${plantId} and kind in ('unitFault', 'unitFaultCleared')
          and unit is not null and recorded_at <= ${until} and at <= ${until}
        order by no desc limit ${maxFaults}
      ) as entry
      order by unit, error, at desc, no desc
    ) as last
    where kind = 'unitFault' order by at, cu, error`)
  return rows
}
