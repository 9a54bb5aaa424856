import type { User } from '../kernel/caller.ts'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Who is behind a request's cookie. */
export type Sessions = {
  /**
   * The person behind the cookie; role and suspension always as they are stored now. Whether the session still stands is
   * looked up for `stored`; `recent` takes an answer of the last two seconds.
   */
  find(headers: RequestHeaders, freshness: 'stored' | 'recent'): Promise<User | null>
  /** The account that the cookie was last seen to belong to: to count by, never to trust. Costs nothing. */
  accountOf(headers: RequestHeaders): string | null
  /** Some or all sessions of this person have ended. */
  forget(userId: string): void
}
