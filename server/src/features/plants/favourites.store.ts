import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo, lockMembership } from '../members/index.ts'
import { favouritePlantTable } from './favourites.schema.ts'

const of = favouritePlantTable

/** SQL condition: a plant is a favorite of this person. With `exists` the planner would evaluate it once per plant, and sort all plants. */
export const isFavourite = (userId: string): SQL<boolean> =>
  sql<boolean>`${plantTable.id} in (select ${of.plantId} from ${of} where ${of.userId} = ${userId})`

export const findFavourite = async (tx: Tx, userId: string, plantId: string): Promise<boolean> =>
  (await tx.$count(of, and(eq(of.userId, userId), eq(of.plantId, plantId)))) > 0

/**
 * Marks or unmarks a plant that the person can see, and returns its name; undefined when there is no such plant. Locks the
 * membership until the transaction ends, so that the end of a membership always removes the mark.
 */
export const saveFavourite = async (
  tx: Tx,
  caller: User,
  asked: { plantId: string; favourite: boolean; now: Date },
): Promise<string | undefined> => {
  const { plantId, favourite, now } = asked
  const { userId } = caller
  await lockMembership(tx, plantId, userId)
  const [plant] = await tx
    .select({ plantname: plantTable.plantname })
    .from(plantTable)
    .where(and(eq(plantTable.id, plantId), isNull(plantTable.removedAt), isVisibleTo(caller, now)))
  if (!plant) return undefined
  if (favourite) await tx.insert(of).values({ userId, plantId }).onConflictDoNothing()
  else await tx.delete(of).where(and(eq(of.userId, userId), eq(of.plantId, plantId)))
  return plant.plantname
}
