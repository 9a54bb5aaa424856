import { idempotencyKeyHours } from '@vigilux/contract/kernel/idempotency-key.ts'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { idempotentCallTable as table } from './idempotency.schema.ts'
import type { PersonEraser } from './pseudonymize-person.store.ts'
import type { Tx } from './transaction.ts'

/** A write with an idempotency key. */
export type IdempotentCall = { accountId: string; action: string; key: string; payloadHash: string }

type Answered = { payloadHash: string; output: unknown }

/** Keys expire after `idempotencyKeyHours`. */
const expiryAt = (now: Date): Date => new Date(now.getTime() - idempotencyKeyHours * 3_600_000)

const isCall = ({ accountId, action, key }: IdempotentCall) =>
  and(eq(table.accountId, accountId), eq(table.action, action), eq(table.key, key))

/** The earlier call with this key and its answer, or null. */
export const findAnswered = async (tx: Tx, call: IdempotentCall, now: Date): Promise<Answered | null> => {
  const [row] = await tx
    .select({ payloadHash: table.payloadHash, output: table.output })
    .from(table)
    .where(and(isCall(call), gt(table.at, expiryAt(now))))
  return row ?? null
}

/**
 * Claims the key for this transaction: null, or the earlier call with it. Waits for a running call with the same key.
 */
export const claimKey = async (tx: Tx, call: IdempotentCall, now: Date): Promise<Answered | null> => {
  const { payloadHash } = call
  const { rowCount } = await tx
    .insert(table)
    .values({ ...call, at: now })
    .onConflictDoUpdate({
      target: [table.accountId, table.action, table.key],
      set: { payloadHash, output: null, at: now },
      setWhere: lte(table.at, expiryAt(now)),
    })
  return rowCount === 1 ? null : findAnswered(tx, call, now)
}

export const saveAnswer = async (tx: Tx, call: IdempotentCall, output: unknown): Promise<void> => {
  await tx.update(table).set({ output }).where(isCall(call))
}

export const deleteExpiredKeys = async (tx: Tx, now: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from ${table} where ctid in (
      select ctid from ${table} where ${table.at} <= ${expiryAt(now).toISOString()} limit ${limit})`)
  return rowCount ?? 0
}

/** Deletes the stored answers of an erased person. */
export const eraseKeys: PersonEraser = async (tx, { userId }) => {
  await tx.delete(table).where(eq(table.accountId, userId))
}
