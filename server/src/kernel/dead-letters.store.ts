import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
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

/** Bytes of records that are kept, of one unit and in all. */
const maxUnitRecordBytes = 4 * 1024 * 1024
const maxTotalRecordBytes = 256 * 1024 * 1024
/** Newest letters of other channels that are kept, of one unit and in all: with them at most 5 MiB and 250 MiB. */
const maxPerUnit = 20
const maxTotal = 1_000
const maxErrorLength = 300

/** What went wrong, in brief: the innermost error says it, the outer ones repeat the statement with all its values. */
export const rootCauseOf = (error: unknown): string => {
  let innermost = error
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause
  const message = innermost instanceof Error ? innermost.message : String(innermost)
  return message.replaceAll('\0', '').slice(0, maxErrorLength).toWellFormed()
}

/** Whether there is room for one more record: none makes way for another, for its unit has forgotten it. */
const hasRoomForRecord = async (tx: Tx, unit: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ ofUnit: number; inAll: number }>(sql`
    select coalesce(sum(bytes) filter (where unit = ${unit}), 0)::float8 as "ofUnit", coalesce(sum(bytes), 0)::float8 as "inAll"
    from (select unit, octet_length(payload) as bytes from dead_letter where channel = 'record') as letter`)
  const [kept] = rows
  return kept !== undefined && kept.ofUnit < maxUnitRecordBytes && kept.inAll < maxTotalRecordBytes
}

/**
 * Keeps a letter. Of records none is ever displaced: where there is no room for another it is not kept, and so not
 * acknowledged. Of all other channels the oldest beyond the bounds go.
 * @returns whether it was kept
 */
export const insertDeadLetter = async (tx: Tx, letter: DeadLetter, now: Date): Promise<boolean> => {
  if (letter.channel === 'record' && !(await hasRoomForRecord(tx, letter.unit))) return false
  const payload = Buffer.from(letter.payload.subarray(0, messageBounds.bytes))
  await tx.insert(deadLetterTable).values({ ...letter, error: rootCauseOf(letter.error), payload, receivedAt: now })
  if (letter.channel === 'record') return true
  const { id, unit, channel } = deadLetterTable
  const newestOfUnit = sql`(select id from dead_letter where unit = ${letter.unit} and channel <> 'record' order by id desc limit ${maxPerUnit})`
  await tx
    .delete(deadLetterTable)
    .where(and(eq(unit, letter.unit), ne(channel, 'record'), sql`${id} not in ${newestOfUnit}`))
  const oldestKept = sql`(select id from dead_letter where channel <> 'record' order by id desc offset ${maxTotal - 1} limit 1)`
  await tx.delete(deadLetterTable).where(and(ne(channel, 'record'), lt(id, oldestKept)))
  return true
}

/** Whether so many letters of a unit, of those that are kept, came since then. */
export const hasDeadLettersSince = async (tx: Tx, unit: string, count: number, since: Date): Promise<boolean> => {
  const { rows } = await tx.execute<{ ofLate: number }>(sql`
    select count(*)::int as "ofLate"
    from (select received_at from dead_letter where unit = ${unit} order by id desc limit ${count}) as newest
    where received_at > ${since}`)
  return rows[0]?.ofLate === count
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
export const checkDatabase = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select 1`)
}
