import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable } from './accounts.schema.ts'

/** Recent plants that a person is offered. */
const recentLimit = 8

/** Puts a plant at the head of a person's recent ones. */
export const rememberPlant = async (tx: Tx, userId: string, plantId: string): Promise<void> => {
  await tx
    .update(profileTable)
    .set({
      recentPlants: sql`(array_prepend(${plantId}::uuid, array_remove(${profileTable.recentPlants}, ${plantId}::uuid)))[1:${sql.raw(String(recentLimit))}]`,
    })
    .where(eq(profileTable.userId, userId))
}
