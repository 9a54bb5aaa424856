import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../plants/plants.schema.ts'
import { fileTable } from './files.schema.ts'

export type FileRow = typeof fileTable.$inferSelect
export type FileState = 'storing' | 'stored' | 'missing' | 'damaged' | 'removed'

/** Bytes of a plant's files, with what is promised to those that are being stored. */
export const bytesOfPlant = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${fileTable.bytes}), 0)::float8` })
    .from(fileTable)
    .where(and(eq(fileTable.plantId, plantId), ne(fileTable.state, 'removed')))
  return row?.bytes ?? 0
}

/** Lets one file of a plant be reserved at a time, so that two do not both take the last room. */
export const lockFilesOfPlant = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.select({ id: plantTable.id }).from(plantTable).where(eq(plantTable.id, plantId)).for('no key update')
}

export const insertFile = async (tx: Tx, row: FileRow): Promise<void> => {
  await tx.insert(fileTable).values(row)
}

export const deleteFile = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(fileTable).where(eq(fileTable.id, id))
}

/** The row as it is now, or undefined where it is gone. */
export const updateFile = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<FileRow, 'state' | 'bytes' | 'sha256' | 'type'>>,
): Promise<FileRow | undefined> => {
  const [row] = await tx.update(fileTable).set(change).where(eq(fileTable.id, id)).returning()
  return row
}

export const findFile = async (tx: Tx, id: string): Promise<FileRow | undefined> => {
  const [row] = await tx.select().from(fileTable).where(eq(fileTable.id, id))
  return row
}

/** Whether it may be fetched: it was stored whole and is still kept. What the storage holds of it shows then. */
export const isKept = (row: FileRow, now: Date): boolean =>
  row.state !== 'storing' && row.state !== 'removed' && (row.expiresAt === null || row.expiresAt > now)
