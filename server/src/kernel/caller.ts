import type { AdminScope, UserType } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { TokenScope } from '@vigilux/contract/kernel/token-scopes.ts'

/** The access token with which a program acts for a person. */
export type CallerToken = {
  id: string
  name: string
  scopes: readonly TokenScope[]
  /** The only plants visible to the program; null for all plants of the person. */
  plantIds: readonly string[] | null
}

/** A signed-in person, as the session describes the account at the time of the call. Never kept beyond one call. */
export type User = {
  kind: 'user'
  userId: string
  /** The session, or the access token. */
  sessionId: string
  usertype: UserType
  scope: AdminScope | null
  /** A person whose data is not verified is suspended: profile and support only. */
  suspended: boolean
  /** Whether a person of a company has not declared the age and accepted the terms yet. */
  declarationsMissing: boolean
  name: string
  email: string
  language: Language
  /** Null for a person in a browser. */
  token: CallerToken | null
}

/** The account, or the address of an anonymous caller. */
export type Caller =
  | User
  | {
      kind: 'anonymous'
      address: string
      /** The request has an `Authorization` header without a valid token: even public actions are refused. */
      hasInvalidToken?: boolean
    }

/** Why an account is closed to everything but its own profile, or null. */
export const closedAccount = ({
  suspended,
  declarationsMissing,
}: Pick<User, 'suspended' | 'declarationsMissing'>): 'ACCOUNT_SUSPENDED' | 'DECLARATIONS_MISSING' | null => {
  if (suspended) return 'ACCOUNT_SUSPENDED'
  return declarationsMissing ? 'DECLARATIONS_MISSING' : null
}

/** The session or program to which sockets belong: a program cannot use those of its person. */
export const socketOwnerOf = ({ userId, token }: Pick<User, 'userId' | 'token'>): string => token?.id ?? userId

/** The key by which limits are counted. */
export const callerKey = (caller: Caller): string => (caller.kind === 'user' ? caller.userId : `at:${caller.address}`)
