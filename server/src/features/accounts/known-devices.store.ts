import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, notInArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { RequestHeaders } from '../../ports/sessions.ts'
import { knownDeviceTable, userTable } from '../../tables/accounts.schema.ts'

/** Days without a sign-in after which a browser is unknown again; browsers keep no cookie for longer. */
const retentionDays = 400
/** Maximum per person; beyond it the one with the oldest sign-in is forgotten. */
const maxDevicesPerAccount = 20

const deviceCookie = /(?:^|;\s*)(?:__Secure-)?vigilux\.device=([\w-]{43})(?:;|$)/
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const tokenOf = ({ cookie }: RequestHeaders): string | undefined =>
  typeof cookie === 'string' ? deviceCookie.exec(cookie)?.[1] : undefined

/** The id of the calling browser, if it is known to this account. */
export const findKnownDevice = async (
  tx: Tx,
  request: { email: string; headers: RequestHeaders; now: Date },
): Promise<string | undefined> => {
  const token = tokenOf(request.headers)
  if (!token) return undefined
  const since = new Date(request.now.getTime() - retentionDays * 86_400_000)
  const [row] = await tx
    .select({ id: knownDeviceTable.id })
    .from(knownDeviceTable)
    .innerJoin(userTable, eq(userTable.id, knownDeviceTable.userId))
    .where(
      and(
        eq(userTable.email, request.email),
        eq(knownDeviceTable.tokenHash, hashOf(token)),
        gt(knownDeviceTable.signedInAt, since),
      ),
    )
  return row?.id
}

/** The id of the calling browser for a signed-in person. */
export const findKnownDeviceOf = async (
  tx: Tx,
  userId: string,
  headers: RequestHeaders,
  now: Date,
): Promise<string | undefined> => {
  const [user] = await tx.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, userId))
  return user && findKnownDevice(tx, { email: user.email, headers, now })
}

/** Records a sign-in from this browser. Returns its id, and its cookie. */
export const rememberDevice = async (
  tx: Tx,
  visit: { userId: string; headers: RequestHeaders; now: Date; isSecure: boolean },
): Promise<{ deviceId: string; cookie: string }> => {
  const token = tokenOf(visit.headers) ?? randomBytes(32).toString('base64url')
  const row = { userId: visit.userId, tokenHash: hashOf(token), signedInAt: visit.now }
  const [device] = await tx
    .insert(knownDeviceTable)
    .values(row)
    .onConflictDoUpdate({
      target: [knownDeviceTable.userId, knownDeviceTable.tokenHash],
      set: { signedInAt: visit.now },
    })
    .returning({ id: knownDeviceTable.id })
  if (!device) throw new Error('a browser that was remembered is not there')
  const newest = tx
    .select({ id: knownDeviceTable.id })
    .from(knownDeviceTable)
    .where(eq(knownDeviceTable.userId, visit.userId))
    .orderBy(desc(knownDeviceTable.signedInAt))
    .limit(maxDevicesPerAccount)
  await tx
    .delete(knownDeviceTable)
    .where(and(eq(knownDeviceTable.userId, visit.userId), notInArray(knownDeviceTable.id, newest)))
  const [prefix, secure] = visit.isSecure ? ['__Secure-', '; Secure'] : ['', '']
  const cookie = `${prefix}vigilux.device=${token}; Max-Age=${retentionDays * 86_400}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
  return { deviceId: device.id, cookie }
}

/** Forgets all known browsers: somebody with the old password may have signed in from one. */
export const forgetKnownDevices = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(knownDeviceTable).where(eq(knownDeviceTable.userId, userId))
}
