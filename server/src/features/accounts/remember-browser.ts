import type { InTransaction } from '../../kernel/work.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { Clock } from '../../ports/clock.ts'
import type { StartedSession } from '../../ports/identity.ts'
import { rememberDevice } from './known-devices.store.ts'
import { linkSessionToDevice } from './own-sessions.store.ts'

export type RememberBrowserParts = { clock: Clock; inTransaction: InTransaction; isSecure: boolean }

/** Records the browser of a new session. Returns the cookie to recognize it. */
export const rememberBrowser = (
  { clock, inTransaction, isSecure }: RememberBrowserParts,
  { userId, sessionId }: StartedSession,
  { headers }: FlowRequest,
): Promise<string> =>
  inTransaction(async ({ tx }) => {
    const { deviceId, cookie } = await rememberDevice(tx, { userId, headers, now: clock.now(), isSecure })
    await linkSessionToDevice(tx, sessionId, deviceId)
    return cookie
  })
