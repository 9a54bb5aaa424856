import type { User } from '../kernel/caller.ts'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Who is behind a request's cookie. */
export type Sessions = {
  /** The person behind the cookie, while the session stands; session, role and suspension as they are stored now. */
  find(headers: RequestHeaders): Promise<User | null>
  /** The account that the cookie was last seen to belong to: to count by, never to trust. Costs nothing. */
  accountOf(headers: RequestHeaders): string | null
  /** Some or all sessions of this person have ended. */
  forget(userId: string): void
}
