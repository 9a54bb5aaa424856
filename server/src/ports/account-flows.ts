import type { AuthFlow } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { Cookies } from './identity.ts'
import type { RequestHeaders } from './sessions.ts'

export type FlowRequest = { body: unknown; headers: RequestHeaders; address: string; requestId: string }
export type FlowAnswer = { data: unknown; cookies?: Cookies }

/** Sign-up, sign-in and related flows. */
export type AccountFlows = Record<AuthFlow, (request: FlowRequest) => Promise<FlowAnswer>>
