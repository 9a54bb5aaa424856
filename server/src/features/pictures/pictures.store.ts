import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { pictureTable } from './pictures.schema.ts'

/** Whose picture it is. */
export type PictureOwner = { plantId: string } | { userId: string }
export type PictureRow = typeof pictureTable.$inferSelect
type StoredPicture = Pick<PictureRow, 'id' | 'type' | 'content' | 'madeAt'>

const isOf = (owner: PictureOwner): SQL =>
  'plantId' in owner ? eq(pictureTable.plantId, owner.plantId) : eq(pictureTable.userId, owner.userId)

/** Where the picture of a plant or a person is fetched; null where there is none. */
export const pictureAddress = async (tx: Tx, owner: PictureOwner): Promise<string | null> => {
  const [row] = await tx.select({ id: pictureTable.id }).from(pictureTable).where(isOf(owner))
  return row ? `/pictures/${row.id}` : null
}

/** The one before is gone then. Of two at once the later one stays, whole: the first holds the row until it has ended. */
export const replacePicture = async (tx: Tx, owner: PictureOwner, made: StoredPicture): Promise<void> => {
  const target = 'plantId' in owner ? pictureTable.plantId : pictureTable.userId
  await tx
    .insert(pictureTable)
    .values({ ...made, ...owner })
    .onConflictDoUpdate({ target, set: made })
}

export const deletePicture = async (tx: Tx, owner: PictureOwner): Promise<void> => {
  await tx.delete(pictureTable).where(isOf(owner))
}

export const findPicture = async (tx: Tx, id: string): Promise<PictureRow | undefined> => {
  const [row] = await tx.select().from(pictureTable).where(eq(pictureTable.id, id))
  return row
}

/** The logo of a plant as it is to be set on paper. */
export const findLogo = async (tx: Tx, plantId: string): Promise<Buffer | null> => {
  const [row] = await tx
    .select({ content: pictureTable.content })
    .from(pictureTable)
    .where(eq(pictureTable.plantId, plantId))
  return row?.content ?? null
}
