import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { knownDeviceTable, sessionTable } from '../../tables/accounts.schema.ts'

/** Maximum sessions listed per person; unused ones expire. */
const maxListed = 100

export type SessionRow = Pick<typeof sessionTable.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'updatedAt'>

/** The valid sessions of a person, last used first. */
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
    .limit(maxListed)

export const findSessionStart = async (tx: Tx, sessionId: string): Promise<Date | undefined> => {
  const [row] = await tx.select({ at: sessionTable.createdAt }).from(sessionTable).where(eq(sessionTable.id, sessionId))
  return row?.at
}

/** Ending a session of a browser also makes the browser unknown. */
const forgetBrowsers = async (tx: Tx, userId: string, devices: readonly (string | null)[]): Promise<void> => {
  const knownDeviceIds = devices.filter((device) => device !== null)
  if (knownDeviceIds.length === 0) return
  await tx
    .delete(knownDeviceTable)
    .where(
      and(
        eq(knownDeviceTable.userId, userId),
        sql`${knownDeviceTable.id} = any (${sql.param(knownDeviceIds)}::uuid[])`,
      ),
    )
}

/** Ends one session of this person and forgets its browser; false if there is no such session. */
export const endSession = async (tx: Tx, userId: string, sessionId: string): Promise<boolean> => {
  const endedSessions = await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.id, sessionId), eq(sessionTable.userId, userId)))
    .returning({ device: sessionTable.knownDeviceId })
  await forgetBrowsers(
    tx,
    userId,
    endedSessions.map(({ device }) => device),
  )
  return endedSessions.length > 0
}

/** Ends all other sessions of this person and forgets their browsers; returns how many there were. */
export const endOtherSessions = async (tx: Tx, userId: string, keptSessionId: string): Promise<number> => {
  const endedSessions = await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.userId, userId), ne(sessionTable.id, keptSessionId)))
    .returning({ id: sessionTable.id })
  const keptDevice = tx
    .select({ device: sessionTable.knownDeviceId })
    .from(sessionTable)
    .where(eq(sessionTable.id, keptSessionId))
  await tx
    .delete(knownDeviceTable)
    .where(and(eq(knownDeviceTable.userId, userId), sql`${knownDeviceTable.id} is distinct from (${keptDevice})`))
  return endedSessions.length
}

/** Links a session to its browser. An earlier session of the same browser has lost its cookie, and is ended. */
export const linkSessionToDevice = async (tx: Tx, sessionId: string, deviceId: string): Promise<void> => {
  await tx.delete(sessionTable).where(and(eq(sessionTable.knownDeviceId, deviceId), ne(sessionTable.id, sessionId)))
  await tx.update(sessionTable).set({ knownDeviceId: deviceId }).where(eq(sessionTable.id, sessionId))
}

/** Last sign-in of each known browser of the account, newest first. */
export const listKnownDevices = async (tx: Tx, userId: string): Promise<Date[]> => {
  const rows = await tx
    .select({ at: knownDeviceTable.signedInAt })
    .from(knownDeviceTable)
    .where(eq(knownDeviceTable.userId, userId))
    .orderBy(desc(knownDeviceTable.signedInAt))
  return rows.map(({ at }) => at)
}
