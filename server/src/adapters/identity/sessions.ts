import type { User } from '../../kernel/caller.ts'
import { sessionFreshMs } from '../../kernel/limits.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'

export type SessionParts = {
  /**
   * Finds the session through the identity library, which checks the cookie and extends the session; several
   * statements.
   */
  findSession(headers: RequestHeaders): Promise<{ userId: string; sessionId: string } | null>
  /** The current account, or null if the session is invalid; one statement. */
  findSignedIn(userId: string, sessionId: string): Promise<User | null>
  now?: () => number
}

type CachedSession = { userId: string; sessionId: string; at: number }

/** Maximum of cached sessions; beyond it the one looked up longest ago is removed. */
const maxCachedSessions = 20_000
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?vigilux\.session_token=([^;]{1,500})/

const tokenOf = ({ cookie }: RequestHeaders): string | null =>
  (typeof cookie === 'string' ? sessionCookie.exec(cookie)?.[1] : undefined) ?? null

/** Finds the sessions of cookies. The owner of a cookie does not change and is cached; its validity is not. */
export const createSessions = ({
  findSession,
  findSignedIn,
  now = () => performance.now(),
}: SessionParts): Sessions => {
  const cachedSessions = new Map<string, CachedSession>()
  const isFresh = (cached: CachedSession) => now() - cached.at <= sessionFreshMs

  const loadSession = async (token: string, headers: RequestHeaders): Promise<CachedSession | null> => {
    const found = await findSession(headers)
    cachedSessions.delete(token)
    if (!found) return null
    const session = { ...found, at: now() }
    cachedSessions.set(token, session)
    const [oldestToken] = cachedSessions.size > maxCachedSessions ? cachedSessions.keys() : []
    if (oldestToken !== undefined) cachedSessions.delete(oldestToken)
    return session
  }

  return {
    async find(headers) {
      const token = tokenOf(headers)
      if (token === null) return null
      const cached = cachedSessions.get(token)
      const session = cached && isFresh(cached) ? cached : await loadSession(token, headers)
      const user = session && (await findSignedIn(session.userId, session.sessionId))
      if (!user) cachedSessions.delete(token)
      return user
    },
    accountOf(headers) {
      const token = tokenOf(headers)
      return (token !== null && cachedSessions.get(token)?.userId) || null
    },
    isClaimed: (headers) => tokenOf(headers) !== null,
    forget(userId) {
      for (const [token, session] of cachedSessions) if (session.userId === userId) cachedSessions.delete(token)
    },
  }
}
