import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { knownDeviceTable, sessionTable } from '../../tables/accounts.schema.ts'

/** What is listed of one person; browsers that signed in once and never again go by themselves. */
const listed = 100

export type SessionRow = Pick<typeof sessionTable.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'updatedAt'>

/** The sessions of a person that stand, the one used last first. */
export const listSessions = (tx: Tx, userId: string, now: Date): Promise<SessionRow[]> =>
  tx
    .select({
      id: sessionTable.id,
      userAgent: sessionTable.userAgent,
      createdAt: sessionTable.createdAt,
      updatedAt: sessionTable.updatedAt,
    })
    .from(sessionTable)
    .where(and(eq(sessionTable.userId, userId), gt(sessionTable.expiresAt, now)))
    .orderBy(desc(sessionTable.updatedAt), sessionTable.id)
    .limit(listed)

/** When a session began. */
export const findSessionStart = async (tx: Tx, sessionId: string): Promise<Date | undefined> => {
  const [row] = await tx.select({ at: sessionTable.createdAt }).from(sessionTable).where(eq(sessionTable.id, sessionId))
  return row?.at
}

/** Whoever has ended a session of a browser wants it to be a stranger. */
const forgetBrowsers = async (tx: Tx, userId: string, devices: readonly (string | null)[]): Promise<void> => {
  const known = devices.filter((device) => device !== null)
  if (known.length === 0) return
  await tx
    .delete(knownDeviceTable)
    .where(and(eq(knownDeviceTable.userId, userId), sql`${knownDeviceTable.id} = any (${sql.param(known)}::uuid[])`))
}

/** Ends one session of this person, and lets its browser be a stranger; false where there is no such session. */
export const endSession = async (tx: Tx, userId: string, sessionId: string): Promise<boolean> => {
  const ended = await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.id, sessionId), eq(sessionTable.userId, userId)))
    .returning({ device: sessionTable.knownDeviceId })
  await forgetBrowsers(
    tx,
    userId,
    ended.map(({ device }) => device),
  )
  return ended.length > 0
}

/** Ends all sessions of this person but one, and lets all other browsers be strangers; returns how many there were. */
export const endOtherSessions = async (tx: Tx, userId: string, keep: string): Promise<number> => {
  const ended = await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.userId, userId), ne(sessionTable.id, keep)))
    .returning({ id: sessionTable.id })
  const kept = tx.select({ device: sessionTable.knownDeviceId }).from(sessionTable).where(eq(sessionTable.id, keep))
  await tx
    .delete(knownDeviceTable)
    .where(and(eq(knownDeviceTable.userId, userId), sql`${knownDeviceTable.id} is distinct from (${kept})`))
  return ended.length
}

/** Says of a session from which browser it is. One that was there before from the same browser has lost its cookie: it ends. */
export const linkSessionToDevice = async (tx: Tx, sessionId: string, deviceId: string): Promise<void> => {
  await tx.delete(sessionTable).where(and(eq(sessionTable.knownDeviceId, deviceId), ne(sessionTable.id, sessionId)))
  await tx.update(sessionTable).set({ knownDeviceId: deviceId }).where(eq(sessionTable.id, sessionId))
}

/** When each browser that is known to the account signed in last, the newest first. */
export const listKnownDevices = async (tx: Tx, userId: string): Promise<Date[]> => {
  const rows = await tx
    .select({ at: knownDeviceTable.signedInAt })
    .from(knownDeviceTable)
    .where(eq(knownDeviceTable.userId, userId))
    .orderBy(desc(knownDeviceTable.signedInAt))
  return rows.map(({ at }) => at)
}
