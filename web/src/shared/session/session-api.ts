import type { AuthFlow } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { AdminScope, UserType } from '@vigilux/contract/kernel/permissions.ts'
import { fetchFromServer, parseData, post } from '../api/call.ts'
import { detectDemo } from './demo-mode.ts'
import { sessionRequest, takePreloadedSession } from './preloaded-session.ts'
import { recordSignedInHere } from './signed-in-here.ts'

/** The signed-in person as the session carries it. */
export type SessionUser = {
  userid: string
  email: string
  name: string
  usertype: UserType
  scope: AdminScope | null
  /** True until the company's data is verified, and after it was refused. */
  suspended: boolean
  language: string
}

/** Runs one step of sign-in or sign-up. Refusals are `ApiFailure`s with codes of the contract. */
export async function callAuth(flow: AuthFlow, input: object): Promise<unknown> {
  return parseData(await post(`/api/auth/${flow}`, input))
}

/** The signed-in person, or null. Throws when the server cannot be reached, which differs from nobody being signed in. */
export async function fetchSession(): Promise<SessionUser | null> {
  const response = (await takePreloadedSession()) ?? (await fetchFromServer(...sessionRequest))
  detectDemo(response)
  const user = response.status === 401 ? null : ((await parseData(response)) as SessionUser | null)
  recordSignedInHere(user !== null)
  return user
}
