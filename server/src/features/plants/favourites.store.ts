import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo, lockMembership } from '../members/index.ts'
import { favouritePlantTable } from './favourites.schema.ts'

const of = favouritePlantTable

/** Whether a plant is a favourite of this person, for SQL that reads plants. With `exists` the planner would evaluate it once per plant, and sort all plants. */
export const isFavourite = (userId: string): SQL<boolean> =>
  sql<boolean>`${plantTable.id} in (select ${of.plantId} from ${of} where ${of.userId} = ${userId})`

export const findFavourite = async (tx: Tx, userId: string, plantId: string): Promise<boolean> =>
  (await tx.$count(of, and(eq(of.userId, userId), eq(of.plantId, plantId)))) > 0

/**
 * Marks a plant that is there for this person, or takes the mark away; its name. Undefined where there is no such plant. The membership is held until
 * the end of the transaction: its end takes the mark along, or comes first.
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
