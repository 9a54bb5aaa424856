import type { Cookies } from './identity.ts'
import type { RequestHeaders } from './sessions.ts'

export type FlowRequest = { body: unknown; headers: RequestHeaders; address: string; requestId: string }
export type FlowAnswer = { data: unknown; cookies?: Cookies }

/** Sign-up, sign-in and what belongs to them, by the last part of their path under `/api/auth/`. */
export type AccountFlows = Record<
  'sign-up' | 'confirm' | 'resend' | 'sign-in' | 'forgot' | 'reset' | 'change-password' | 'sign-out',
  (request: FlowRequest) => Promise<FlowAnswer>
>
