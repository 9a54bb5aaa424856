import type { User } from '../../kernel/caller.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'

export type TokenSessionParts = {
  /** The hash of a well-formed token; null for any other text. */
  hashOf(token: string): string | null
  /** The person for whom a valid token acts. */
  findCaller(tokenHash: string): Promise<User | null>
}

/** Maximum of remembered owners; beyond it the one seen longest ago is forgotten. */
const maxOwners = 20_000
const bearer = /^Bearer ([\w-]{1,200})$/i

/**
 * Remembers only the owner of a token, for counting; its validity is read each time. A text without the form of a token
 * costs no query.
 */
export const createTokenSessions = ({ hashOf, findCaller }: TokenSessionParts): Sessions => {
  const owners = new Map<string, string>()

  const hashIn = ({ authorization }: RequestHeaders): string | null => {
    const token = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined
    return token === undefined ? null : hashOf(token)
  }

  const remember = (tokenHash: string, user: User | null): void => {
    owners.delete(tokenHash)
    if (user) owners.set(tokenHash, user.userId)
    const [oldest] = owners.size > maxOwners ? owners.keys() : []
    if (oldest !== undefined) owners.delete(oldest)
  }

  return {
    async find(headers) {
      const tokenHash = hashIn(headers)
      if (tokenHash === null) return null
      const user = await findCaller(tokenHash)
      remember(tokenHash, user)
      return user
    },
    accountOf(headers) {
      const tokenHash = hashIn(headers)
      return (tokenHash !== null && owners.get(tokenHash)) || null
    },
    isClaimed: ({ authorization }) => authorization !== undefined,
    forget(userId) {
      for (const [tokenHash, owner] of owners) if (owner === userId) owners.delete(tokenHash)
    },
  }
}

/** A request with an `Authorization` header is judged by it alone, any other one by its cookie. */
export const combineSessions = (cookies: Sessions, tokens: Sessions): Sessions => {
  const sessionsOf = ({ authorization }: RequestHeaders): Sessions => (authorization === undefined ? cookies : tokens)
  return {
    find: (headers) => sessionsOf(headers).find(headers),
    accountOf: (headers) => sessionsOf(headers).accountOf(headers),
    isClaimed: (headers) => sessionsOf(headers).isClaimed(headers),
    forget(userId) {
      cookies.forget(userId)
      tokens.forget(userId)
    },
  }
}
