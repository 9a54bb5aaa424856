import { messageBounds } from '@vigilux/device-plane/message-bounds.ts'
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { deadLetterTable } from './dead-letters.schema.ts'
import { countRows, type StoredGauge } from './stored-gauges.store.ts'
import type { Tx } from './transaction.ts'

/** An unprocessable message, with the reason. */
export type DeadLetter = {
  unit: string
  channel: string
  reason: string
  error: unknown
  payload: Uint8Array
  /** Number of attempts. */
  tries: number
}

/** Maximum bytes of stored records, per unit and in total. */
const maxUnitRecordBytes = 4 * 1024 * 1024
const maxTotalRecordBytes = 256 * 1024 * 1024
/** Maximum of newest letters of other channels, per unit and in total; together with them at most 5 MiB and 250 MiB. */
const maxPerUnit = 20
const maxTotal = 1_000
const maxErrorLength = 300

export const deadLetterGauges: readonly StoredGauge[] = [
  {
    name: 'vigilux_dead_letters_stored',
    help: 'Dead letters that are stored, at most 10000',
    value: () => countRows(sql`${deadLetterTable}`, sql`true`),
  },
]

/** The innermost error message: the outer errors repeat the statement with all its values. */
export const rootCauseOf = (error: unknown): string => {
  let innermost = error
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause
  const message = innermost instanceof Error ? innermost.message : String(innermost)
  return message.replaceAll('\0', '').slice(0, maxErrorLength).toWellFormed()
}

/** Whether there is room for one more record. No record is displaced, because its unit has already deleted it. */
const hasRoomForRecord = async (tx: Tx, unit: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ ofUnit: number; inAll: number }>(sql`
    select coalesce(sum(bytes) filter (where unit = ${unit}), 0)::float8 as "ofUnit", coalesce(sum(bytes), 0)::float8 as "inAll"
    from (select unit, octet_length(payload) as bytes from dead_letter where channel = 'record') as letter`)
  const [storedBytes] = rows
  return storedBytes !== undefined && storedBytes.ofUnit < maxUnitRecordBytes && storedBytes.inAll < maxTotalRecordBytes
}

/**
 * Stores a letter. Records are never displaced: a record without room is not stored, and so not acknowledged. On all
 * other channels the oldest letters beyond the bounds are deleted.
 * @returns whether it was kept
 */
export const insertDeadLetter = async (tx: Tx, deadLetter: DeadLetter, now: Date): Promise<boolean> => {
  if (deadLetter.channel === 'record' && !(await hasRoomForRecord(tx, deadLetter.unit))) return false
  const payload = Buffer.from(deadLetter.payload.subarray(0, messageBounds.bytes))
  await tx
    .insert(deadLetterTable)
    .values({ ...deadLetter, error: rootCauseOf(deadLetter.error), payload, receivedAt: now })
  if (deadLetter.channel === 'record') return true
  const { id, unit, channel } = deadLetterTable
  const newestOfUnit = sql`(select id from dead_letter where unit = ${deadLetter.unit} and channel <> 'record' order by id desc limit ${maxPerUnit})`
  await tx
    .delete(deadLetterTable)
    .where(and(eq(unit, deadLetter.unit), ne(channel, 'record'), sql`${id} not in ${newestOfUnit}`))
  const oldestRetained = sql`(select id from dead_letter where channel <> 'record' order by id desc offset ${maxTotal - 1} limit 1)`
  await tx.delete(deadLetterTable).where(and(ne(channel, 'record'), lt(id, oldestRetained)))
  return true
}

/** Whether at least `count` stored letters of a unit arrived since then. */
export const hasDeadLettersSince = async (tx: Tx, unit: string, count: number, since: Date): Promise<boolean> => {
  const { rows } = await tx.execute<{ ofLate: number }>(sql`
    select count(*)::int as "ofLate"
    from (select received_at from dead_letter where unit = ${unit} order by id desc limit ${count}) as newest
    where received_at > ${since}`)
  return rows[0]?.ofLate === count
}

export type DeadLetterRow = typeof deadLetterTable.$inferSelect

/** Letters without their payload, newest first. */
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

/** Resolves if the database answers. */
export const checkDatabase = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select 1`)
}
