import type { User } from '../kernel/caller.ts'

/** Request headers as Node provides them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Finds the person behind a request: by its access token if it has an `Authorization` header, else by its cookie. */
export type Sessions = {
  /** The person of a valid session; session, role and suspension are read from the database. */
  find(headers: RequestHeaders): Promise<User | null>
  /** Last known account of the cookie or token: for counting only, never for access. Costs no query. */
  accountOf(headers: RequestHeaders): string | null
  /** Whether the request names a session or a token at all, valid or not. Costs no query. */
  isClaimed(headers: RequestHeaders): boolean
  /** Invalidates the cache after some or all sessions of this person ended. */
  forget(userId: string): void
}
