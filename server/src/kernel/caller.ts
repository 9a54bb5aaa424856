import type { AdminScope, UserType } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'

/** A signed-in person, as the session describes the account at the time of the call. Never kept beyond one call. */
export type User = {
  kind: 'user'
  userId: string
  sessionId: string
  usertype: UserType
  scope: AdminScope | null
  /** A person whose data is not verified is suspended: profile and support only. */
  suspended: boolean
  name: string
  email: string
  language: Language
}

/** The account, or the address of an anonymous caller. */
export type Caller = User | { kind: 'anonymous'; address: string }

/** The key by which limits are counted. */
export const callerKey = (caller: Caller): string => (caller.kind === 'user' ? caller.userId : `at:${caller.address}`)
