import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { TimeStamp } from '../../ports/time-stamps.ts'
import { logbookTimeStampTable as table } from './logbook.schema.ts'

export const findTimeStamp = async (tx: Tx, plantId: string, head: string): Promise<TimeStamp | null> => {
  const [row] = await tx
    .select({ token: table.token, authority: table.authority, at: table.at })
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.head, head)))
  return row ?? null
}

/** Saves a time stamp, unless another node has saved one for this head. */
export const insertTimeStamp = async (tx: Tx, plantId: string, head: string, stamp: TimeStamp): Promise<void> => {
  const { token, authority, at } = stamp
  await tx.insert(table).values({ plantId, head, token, authority, at }).onConflictDoNothing()
}
