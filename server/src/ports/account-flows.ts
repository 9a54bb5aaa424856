import type { AuthFlow, AuthOutput } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { Cookies } from './identity.ts'
import type { RequestHeaders } from './sessions.ts'

export type FlowRequest = { body: unknown; headers: RequestHeaders; address: string; requestId: string }

/** Sign-up, sign-in and related flows. */
export type AccountFlows = {
  [Flow in AuthFlow]: (request: FlowRequest) => Promise<{ data: AuthOutput<Flow>; cookies?: Cookies }>
}
