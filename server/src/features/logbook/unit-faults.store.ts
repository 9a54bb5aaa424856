import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable } from './logbook.schema.ts'

/** A fault of a unit, by its topic and the unit's own code. */
export type UnitFaultRow = { plantId: string; cu: string; error: string; at: Date | string }

/** Maximum of newest fault entries read per plant: an intermittent fault would fill any answer. */
const maxFaults = 2_000

/** The unit faults of these plants open at a moment, as known then, each with its start. */
export const listOpenUnitFaults = async (tx: Tx, plantIds: readonly string[], at: Date): Promise<UnitFaultRow[]> => {
  if (plantIds.length === 0) return []
  const until = at.toISOString()
  const { rows } = await tx.execute<UnitFaultRow>(sql`
    select plant.id as "plantId", last.unit as cu, last.error, last.at
    from unnest(${sql.param([...plantIds])}::uuid[]) as plant (id) cross join lateral (
      select distinct on (unit, error) unit, error, kind, at from (
        select unit, kind, facts ->> 'error' as error, at, no from ${logbookEntryTable}
        where plant_id = plant.id and kind in ('unitFault', 'unitFaultCleared')
          and unit is not null and recorded_at <= ${until} and at <= ${until}
        order by no desc limit ${maxFaults}
      ) as entry
      order by unit, error, at desc, no desc
    ) as last
    where last.kind = 'unitFault' order by at, cu, error`)
  return rows
}
