import { and, asc, eq, gt, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { fileTable } from './files.schema.ts'

export type FileRow = typeof fileTable.$inferSelect
export type FileState = 'storing' | 'stored' | 'missing' | 'damaged' | 'removed'

/** Bytes of a plant's files, including those reserved for files being stored. */
export const sumBytesOfPlant = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${fileTable.bytes}), 0)::float8` })
    .from(fileTable)
    .where(and(eq(fileTable.plantId, plantId), ne(fileTable.state, 'removed'), ne(fileTable.ownerKind, 'plantExport')))
  return row?.bytes ?? 0
}

export const insertFile = async (tx: Tx, row: FileRow): Promise<void> => {
  await tx.insert(fileTable).values(row)
}

export const deleteFile = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(fileTable).where(eq(fileTable.id, id))
}

/** The updated row, or undefined if it is gone. */
export const updateFile = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<FileRow, 'state' | 'bytes' | 'sha256' | 'type' | 'name' | 'expiresAt'>>,
): Promise<FileRow | undefined> => {
  const [row] = await tx.update(fileTable).set(change).where(eq(fileTable.id, id)).returning()
  return row
}

export const findFile = async (tx: Tx, id: string): Promise<FileRow | undefined> => {
  const [row] = await tx.select().from(fileTable).where(eq(fileTable.id, id))
  return row
}

/** Whether the file may be downloaded: completely stored and not expired. The storage may still lack its content. */
export const isAvailable = (row: FileRow, now: Date): boolean =>
  row.state !== 'storing' && row.state !== 'removed' && (row.expiresAt === null || row.expiresAt > now)

/** Some of the files to be removed: expired, or stored incompletely since before `begunBefore`. */
export const listOverdue = (tx: Tx, now: Date, begunBefore: Date, limit: number): Promise<FileRow[]> => {
  const isOverdue: SQL | undefined = or(
    and(lt(fileTable.expiresAt, now), ne(fileTable.state, 'removed')),
    and(lt(fileTable.createdAt, begunBefore), eq(fileTable.state, 'storing')),
  )
  return tx.select().from(fileTable).where(isOverdue).orderBy(asc(fileTable.id)).limit(limit)
}

/** Rows in the order of their ids, after one and up to another, or to the end. */
export const listFilesBetween = (
  tx: Tx,
  after: string,
  upTo: string | null,
  limit: number,
): Promise<Pick<FileRow, 'id' | 'state' | 'createdAt'>[]> =>
  tx
    .select({ id: fileTable.id, state: fileTable.state, createdAt: fileTable.createdAt })
    .from(fileTable)
    .where(and(gt(fileTable.id, after), upTo === null ? undefined : lte(fileTable.id, upTo)))
    .orderBy(asc(fileTable.id))
    .limit(limit)

/** Marks files as missing, or as found again. */
export const markFiles = async (tx: Tx, ids: string[], from: FileState, to: FileState): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(fileTable)
    .set({ state: to })
    .where(and(inArray(fileTable.id, ids), eq(fileTable.state, from)))
}

/** Whether a person has accepted the notice on pictures; acceptance is permanent. */
export const hasAcceptedPhotoNotice = async (tx: Tx, userId: string): Promise<boolean> => {
  const [row] = await tx
    .select({ at: profileTable.disclaimerPhotoAcceptedAt })
    .from(profileTable)
    .where(eq(profileTable.userId, userId))
  return row?.at != null
}
