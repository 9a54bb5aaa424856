import type { AdminScope, UserType } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'

/** A signed-in person, as the session says now: nothing here outlives one call. */
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

/** Who asks. */
export type Caller = User | { kind: 'anonymous'; address: string }

/** What limits are counted by. */
export const callerKey = (caller: Caller): string => (caller.kind === 'user' ? caller.userId : `at:${caller.address}`)
