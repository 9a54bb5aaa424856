import type { User } from '../kernel/caller.ts'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Who is behind a request's cookie. */
export type Sessions = { find(headers: RequestHeaders): Promise<User | null> }
