import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { createLampSetLamps, createLampSetRows, type LampSetRow } from '../lamps/index.ts'
import { zoneLampTable, zoneTable } from './zones.schema.ts'

const tables = { sets: zoneTable, lamps: zoneLampTable }

export type ZoneRow = LampSetRow

export const zoneRows = createLampSetRows(tables)
/** Lamps assigned directly; a lamp may belong to several zones. */
export const zoneLamps = createLampSetLamps(tables)

/** Saves if the version matches the opened one; undefined after a concurrent change. */
export const updateZoneIfVersion = async (
  tx: Tx,
  { id, version }: Pick<ZoneRow, 'id' | 'version'>,
  name: string,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(zoneTable)
    .set({ name, version: sql`${zoneTable.version} + 1` })
    .where(and(eq(zoneTable.id, id), eq(zoneTable.version, version)))
    .returning({ version: zoneTable.version })
  return row?.version
}
