import type { InTransaction } from '../../kernel/work.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BegunSession } from '../../ports/identity.ts'
import { rememberDevice } from './known-devices.store.ts'
import { rememberBrowser } from './own-sessions.store.ts'

export type BrowserParts = { clock: Clock; inTransaction: InTransaction; isSecure: boolean }

/** Remembers the browser in which a session has begun. Returns the cookie by which it will be known. */
export const keepBrowser = (
  { clock, inTransaction, isSecure }: BrowserParts,
  { userId, sessionId }: BegunSession,
  { headers }: FlowRequest,
): Promise<string> =>
  inTransaction(async ({ tx }) => {
    const { deviceId, cookie } = await rememberDevice(tx, { userId, headers, now: clock.now(), isSecure })
    await rememberBrowser(tx, sessionId, deviceId)
    return cookie
  })
