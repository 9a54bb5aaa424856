import { maxPushDevices, type PushSubscriptionKeys } from '@vigilux/contract/features/notices/notice.ts'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { sessionTable as session, userTable } from '../../../tables/accounts.schema.ts'
import { pushDeviceTable as device } from '../push.schema.ts'

type SessionRef = { userId: string; sessionId: string }

export const hasDevice = async (tx: Tx, { userId, sessionId }: SessionRef): Promise<boolean> => {
  const rows = await tx
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.sessionId, sessionId), eq(device.userId, userId)))
  return rows.length > 0
}

/**
 * Registers a session's browser and replaces earlier registrations: a push address of another person in the same
 * browser moves to this person. Keeps a person's newest few. Returns false, and saves nothing, once the session has
 * ended.
 */
export const saveDevice = async (
  tx: Tx,
  { userId, sessionId }: SessionRef,
  keys: PushSubscriptionKeys,
  at: Date,
): Promise<boolean> => {
  await tx.execute(sql`select 1 from ${userTable} where id = ${userId} for no key update`)
  const open = await tx.select({ id: session.id }).from(session).where(eq(session.id, sessionId)).for('key share')
  if (open.length === 0) return false
  await tx.delete(device).where(eq(device.sessionId, sessionId))
  const values = { ...keys, userId, sessionId, addedAt: at }
  await tx.insert(device).values(values).onConflictDoUpdate({ target: device.endpoint, set: values })
  const keptDevices = tx
    .select({ id: device.id })
    .from(device)
    .where(eq(device.userId, userId))
    .orderBy(desc(device.addedAt), desc(device.id))
    .limit(maxPushDevices)
  await tx.delete(device).where(and(eq(device.userId, userId), sql`${device.id} not in ${keptDevices}`))
  return true
}

export const removeDevice = async (tx: Tx, { userId, sessionId }: SessionRef): Promise<void> => {
  await tx.delete(device).where(and(eq(device.sessionId, sessionId), eq(device.userId, userId)))
}

/** Whether a person, given by an id column, has a browser for notices. */
export const hasDevices = (userId: typeof userTable.id, now: Date) =>
  sql<boolean>`exists (select from ${device} join ${session} on ${session.id} = ${device.sessionId}
    where ${device.userId} = ${userId} and ${session.expiresAt} > ${now.toISOString()}::timestamptz)`

export const listDevices = (tx: Tx, userId: string, now: Date) =>
  tx
    .select({ id: device.id })
    .from(device)
    .innerJoin(session, eq(session.id, device.sessionId))
    .where(and(eq(device.userId, userId), gt(session.expiresAt, now)))

/** A browser with a valid session. */
export const findDevice = async (tx: Tx, id: string, now: Date) => {
  const { endpoint, p256dh, auth } = device
  const [row] = await tx
    .select({ endpoint, p256dh, auth })
    .from(device)
    .innerJoin(session, eq(session.id, device.sessionId))
    .where(and(eq(device.id, id), gt(session.expiresAt, now)))
  return row
}

/** Deletes browsers after they stop accepting pushes. */
export const forgetPushDevices = async (tx: Tx, ids: string[]): Promise<void> => {
  await tx.delete(device).where(inArray(device.id, ids))
}
