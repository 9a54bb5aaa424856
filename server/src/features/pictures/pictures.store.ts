import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { pictureTable } from './pictures.schema.ts'

export type PictureOwner = { plantId: string } | { userId: string }
export type PictureRow = typeof pictureTable.$inferSelect
type StoredPicture = Pick<PictureRow, 'id' | 'type' | 'content' | 'madeAt'>

const isOf = (owner: PictureOwner): SQL =>
  'plantId' in owner ? eq(pictureTable.plantId, owner.plantId) : eq(pictureTable.userId, owner.userId)

/** The address of a plant's or a person's picture; null when there is none. */
export const pictureAddress = async (tx: Tx, owner: PictureOwner): Promise<string | null> => {
  const [row] = await tx.select({ id: pictureTable.id }).from(pictureTable).where(isOf(owner))
  return row ? `/pictures/${row.id}` : null
}

/** Replaces the previous picture. Of two uploads the later one wins: the first holds the lock of the row. */
export const replacePicture = async (tx: Tx, owner: PictureOwner, picture: StoredPicture): Promise<void> => {
  const target = 'plantId' in owner ? pictureTable.plantId : pictureTable.userId
  await tx
    .insert(pictureTable)
    .values({ ...picture, ...owner })
    .onConflictDoUpdate({ target, set: picture })
}

export const deletePicture = async (tx: Tx, owner: PictureOwner): Promise<void> => {
  await tx.delete(pictureTable).where(isOf(owner))
}

export const findPicture = async (tx: Tx, id: string): Promise<PictureRow | undefined> => {
  const [row] = await tx.select().from(pictureTable).where(eq(pictureTable.id, id))
  return row
}

/** A plant's logo in the size for documents. */
export const findLogo = async (tx: Tx, plantId: string): Promise<Buffer | null> => {
  const [row] = await tx
    .select({ content: pictureTable.content })
    .from(pictureTable)
    .where(eq(pictureTable.plantId, plantId))
  return row?.content ?? null
}
