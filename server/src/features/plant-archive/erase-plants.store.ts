import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isOfPlant } from './exported-rows.store.ts'
import { type RowLocator, sealedTables } from './plant-tables.ts'

const { id, removedAt, erasedAt } = plantTable

/** A plant deleted before a date and not fully erased. */
export const findNextToErase = async (tx: Tx, before: Date): Promise<string | undefined> => {
  const [row] = await tx
    .select({ id })
    .from(plantTable)
    .where(and(lte(removedAt, before), isNull(erasedAt)))
    .orderBy(asc(removedAt))
    .limit(1)
  return row?.id
}

/** A plant of which only the sealed logbook remains, deleted before a date. */
export const findNextToForget = async (tx: Tx, before: Date): Promise<string | undefined> => {
  const [row] = await tx
    .select({ id })
    .from(plantTable)
    .where(and(lte(removedAt, before), isNotNull(erasedAt)))
    .orderBy(asc(removedAt))
    .limit(1)
  return row?.id
}

/** Locks a deleted plant until the transaction ends; false when it was restored or is gone. */
export const lockErasable = async (tx: Tx, plantId: string, before: Date): Promise<boolean> => {
  const rows = await tx
    .select({ id })
    .from(plantTable)
    .where(and(eq(id, plantId), lte(removedAt, before)))
    .for('update')
  return rows.length > 0
}

/** Erases a batch of a plant's rows; returns how many. A partition key is part of a row's identity. */
export const eraseBatch = async (
  tx: Tx,
  [table, locator]: readonly [string, RowLocator],
  plantId: string,
  limit: number,
): Promise<number> => {
  const tableName = sql.identifier(table)
  const { rowCount } = await tx.execute(sql`
    delete from ${tableName} where (tableoid, ctid) in (
      select tableoid, ctid from ${tableName} where ${isOfPlant(plantId, locator)} limit ${limit})`)
  return rowCount ?? 0
}

/**
 * Releases the contents of a plant's files and deletes the rows whose content is gone; returns how many are left. The
 * file sweeper deletes the contents.
 */
export const eraseFiles = async (tx: Tx, plantId: string, now: Date): Promise<number> => {
  const at = now.toISOString()
  await tx.execute(sql`delete from file where plant_id = ${plantId} and state in ('removed', 'missing')`)
  await tx.execute(
    sql`update file set expires_at = ${at} where plant_id = ${plantId} and (expires_at is null or expires_at > ${at})`,
  )
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from file where plant_id = ${plantId}`)
  return rows[0]?.n ?? 0
}

/** Reduces units to their serials and lives, for as long as logbook entries refer to them. */
export const eraseUnits = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.execute(sql`
    delete from central_unit unit where unit.plant_id = ${plantId} and unit.life is null
      and not exists (select from logbook_entry entry where entry.plant_id = ${plantId} and entry.central_unit_id = unit.id)`)
  await tx.execute(
    sql`update central_unit set description = '', location = '', shadow = null, detail = null where plant_id = ${plantId}`,
  )
}

/** Reduces the plant to its name and zone, which exports show. */
export const markErased = async (tx: Tx, plantId: string, now: Date): Promise<void> => {
  await tx
    .update(plantTable)
    .set({
      owner: null,
      logo: null,
      street: '',
      housenumber: '',
      cap: '',
      prov: '',
      lat: null,
      long: null,
      searchText: '',
      removedBy: null,
      removedByName: null,
      erasedAt: now,
    })
    .where(eq(id, plantId))
}

/** Deletes the sealed logbook, and with it the last of the plant. */
export const deletePlantRemains = async (tx: Tx, plantId: string): Promise<void> => {
  for (const table of [...sealedTables, 'central_unit'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where plant_id = ${plantId}`)
  await tx.execute(sql`update pro_code set plant_id = null where plant_id = ${plantId}`)
  await tx.execute(sql`delete from file where plant_id = ${plantId}`)
  await tx.delete(plantTable).where(eq(id, plantId))
}
