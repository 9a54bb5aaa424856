import type { User } from '../../kernel/caller.ts'
import { sessionFreshMs } from '../../kernel/limits.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'

export type SessionParts = {
  /** Asks the identity library, which asks the database. */
  findSession(headers: RequestHeaders): Promise<{ userId: string; sessionId: string } | null>
  /** The account as it is stored now. */
  findCaller(userId: string, sessionId: string): Promise<User | null>
  now?: () => number
}

type Seen = { userId: string; sessionId: string; at: number }

/** Sessions that are remembered at a time; beyond it the one that was looked up longest ago is forgotten. */
const mostSeen = 20_000
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?vigilux\.session_token=([^;]{1,500})/

const tokenOf = ({ cookie }: RequestHeaders): string | null =>
  (typeof cookie === 'string' ? sessionCookie.exec(cookie)?.[1] : undefined) ?? null

/** Sessions behind cookies, remembered for two seconds, so that many reads of one page ask the database once. */
export const createSessions = ({ findSession, findCaller, now = () => performance.now() }: SessionParts): Sessions => {
  const seen = new Map<string, Seen>()
  /** Grows when sessions end: what was looked up before is then not remembered. */
  let endings = 0

  const lookUp = async (token: string, headers: RequestHeaders): Promise<Seen | null> => {
    const endingsBefore = endings
    const found = await findSession(headers)
    if (endings !== endingsBefore) return found && { ...found, at: 0 }
    seen.delete(token)
    if (!found) return null
    const known = { ...found, at: now() }
    seen.set(token, known)
    const [oldest] = seen.size > mostSeen ? seen.keys() : []
    if (oldest !== undefined) seen.delete(oldest)
    return known
  }

  return {
    async find(headers, freshness) {
      const token = tokenOf(headers)
      if (token === null) return null
      const known = seen.get(token)
      const isFresh = known !== undefined && now() - known.at <= sessionFreshMs
      const session = isFresh && freshness === 'recent' ? known : await lookUp(token, headers)
      return session && findCaller(session.userId, session.sessionId)
    },
    accountOf(headers) {
      const token = tokenOf(headers)
      return (token !== null && seen.get(token)?.userId) || null
    },
    forget(userId) {
      endings++
      for (const [token, session] of seen) if (session.userId === userId) seen.delete(token)
    },
  }
}
