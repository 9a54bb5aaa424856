import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { deadLetterTable } from './dead-letters.schema.ts'
import { messageBounds } from './message-bounds.ts'
import type { Tx } from './transaction.ts'

/** A message that was set aside, and why. */
export type DeadLetter = {
  unit: string
  channel: string
  reason: string
  error: unknown
  payload: Uint8Array
  /** How often it was tried. */
  tries: number
}

/** Newest letters that are kept, of one unit and in all: with them at most 5 MiB and 250 MiB. */
const keptOfUnit = 20
const keptInAll = 1_000
const longestError = 300

/** What went wrong, in brief: the innermost error says it, the outer ones repeat the statement with all its values. */
export const causeOf = (error: unknown): string => {
  let innermost = error
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause
  const message = innermost instanceof Error ? innermost.message : String(innermost)
  return message.replaceAll('\0', '').slice(0, longestError).toWellFormed()
}

/** Keeps a letter; the oldest beyond the bounds go. */
export const insertDeadLetter = async (tx: Tx, letter: DeadLetter, now: Date): Promise<void> => {
  const payload = Buffer.from(letter.payload.subarray(0, messageBounds.bytes))
  const [kept] = await tx
    .insert(deadLetterTable)
    .values({ ...letter, error: causeOf(letter.error), payload, receivedAt: now })
    .returning({ id: deadLetterTable.id })
  if (!kept) return
  const { id, unit } = deadLetterTable
  const newestOfUnit = sql`(select id from dead_letter where unit = ${letter.unit} order by id desc limit ${keptOfUnit})`
  await tx.delete(deadLetterTable).where(and(eq(unit, letter.unit), sql`${id} not in ${newestOfUnit}`))
  const oldestKept = sql`(select id from dead_letter order by id desc offset ${keptInAll - 1} limit 1)`
  await tx.delete(deadLetterTable).where(lt(id, oldestKept))
}

export type DeadLetterRow = typeof deadLetterTable.$inferSelect

/** Letters without what was in them, newest first. */
export const listDeadLetters = (tx: Tx, unit: string | undefined) =>
  tx
    .select({
      id: deadLetterTable.id,
      unit: deadLetterTable.unit,
      channel: deadLetterTable.channel,
      reason: deadLetterTable.reason,
      error: deadLetterTable.error,
      tries: deadLetterTable.tries,
      receivedAt: deadLetterTable.receivedAt,
      bytes: sql<number>`octet_length(${deadLetterTable.payload})`,
    })
    .from(deadLetterTable)
    .where(unit === undefined ? undefined : eq(deadLetterTable.unit, unit))
    .orderBy(desc(deadLetterTable.id))

export const findDeadLetter = async (tx: Tx, id: number): Promise<DeadLetterRow | undefined> => {
  const [row] = await tx.select().from(deadLetterTable).where(eq(deadLetterTable.id, id))
  return row
}

/** Resolves where the database answers at all. */
export const answers = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select 1`)
}
