import { isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../kernel/transaction.ts'
import { plantTable } from './plants.schema.ts'

/**
 * A table `local (zone, value)` for statements about all plants: the current value per zone, by the server's own zone
 * rules. Join it by the stored zone of the plant.
 */
export const localValues = async (
  tx: Tx,
  type: 'date' | 'int' | 'jsonb',
  valueIn: (zone: string) => string | number,
): Promise<SQL> => {
  const rows = await tx
    .selectDistinct({ zone: sql<string>`${plantTable.timezone}` })
    .from(plantTable)
    .where(isNull(plantTable.removedAt))
  const zones = rows.map(({ zone }) => zone)
  const values = zones.map((zone) => String(valueIn(zone)))
  return sql`unnest(${sql.param(zones)}::text[], ${sql.param(values)}::${sql.raw(type)}[]) as local (zone, value)`
}
