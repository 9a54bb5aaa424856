import { fetchFromServer, post } from '@vigilux/client/http.ts'
import type { AuthFlow, AuthOutput, SessionUser } from '@vigilux/contract/features/accounts/auth-flows.ts'
import { parseData } from '../api/call.ts'
import { detectDemo } from './demo-mode.ts'
import { sessionRequest, takePreloadedSession } from './preloaded-session.ts'
import { recordSignedInHere } from './signed-in-here.ts'

export type { SessionUser }

/** Runs one step of sign-in or sign-up. Refusals are `ApiFailure`s with codes of the contract. */
export async function callAuth<Flow extends AuthFlow>(flow: Flow, input: object): Promise<AuthOutput<Flow>> {
  return (await parseData(await post(`/api/auth/${flow}`, input))) as AuthOutput<Flow>
}

/** The signed-in person, or null. Throws when the server is unreachable and the person therefore unknown. */
export async function fetchSession(): Promise<SessionUser | null> {
  const response = (await takePreloadedSession()) ?? (await fetchFromServer(...sessionRequest))
  detectDemo(response)
  const user = response.status === 401 ? null : ((await parseData(response)) as SessionUser | null)
  recordSignedInHere(user !== null)
  return user
}
