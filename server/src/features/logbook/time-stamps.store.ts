import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { TimeStamp } from '../../ports/time-stamps.ts'
import { logbookTimeStampTable as of } from './logbook.schema.ts'

export const findTimeStamp = async (tx: Tx, plantId: string, head: string): Promise<TimeStamp | null> => {
  const [row] = await tx
    .select({ token: of.token, authority: of.authority, at: of.at })
    .from(of)
    .where(and(eq(of.plantId, plantId), eq(of.head, head)))
  return row ?? null
}

/** Saves a time stamp, unless another node has saved one for that head. */
export const insertTimeStamp = async (tx: Tx, plantId: string, head: string, stamp: TimeStamp): Promise<void> => {
  const { token, authority, at } = stamp
  await tx.insert(of).values({ plantId, head, token, authority, at }).onConflictDoNothing()
}
