import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo, lockMembership } from '../members/index.ts'
import { favouritePlantTable } from './favourites.schema.ts'

const table = favouritePlantTable

/** SQL condition: the plant is a favorite. `exists` would be evaluated per plant, and all plants sorted. */
export const isFavourite = (userId: string): SQL<boolean> =>
  sql<boolean>`${plantTable.id} in (select ${table.plantId} from ${table} where ${table.userId} = ${userId})`

export const findFavourite = async (tx: Tx, userId: string, plantId: string): Promise<boolean> =>
  (await tx.$count(table, and(eq(table.userId, userId), eq(table.plantId, plantId)))) > 0

/**
 * Marks or unmarks a plant visible to the person, and returns its name; undefined without such a plant. Locks the
 * membership until the transaction ends, so the end of a membership always removes the mark.
 */
export const saveFavourite = async (
  tx: Tx,
  caller: User,
  choice: { plantId: string; favourite: boolean; now: Date },
): Promise<string | undefined> => {
  const { plantId, favourite, now } = choice
  const { userId } = caller
  await lockMembership(tx, plantId, userId)
  const [plant] = await tx
    .select({ plantname: plantTable.plantname })
    .from(plantTable)
    .where(and(eq(plantTable.id, plantId), isNull(plantTable.removedAt), isVisibleTo(caller, now)))
  if (!plant) return undefined
  if (favourite) await tx.insert(table).values({ userId, plantId }).onConflictDoNothing()
  else await tx.delete(table).where(and(eq(table.userId, userId), eq(table.plantId, plantId)))
  return plant.plantname
}
