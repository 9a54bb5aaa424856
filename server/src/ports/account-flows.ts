import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { AuthFlow, AuthOutput, authFlows } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { AnyFlowRefusal } from '@vigilux/contract/refusals.ts'
import type { Fail } from '../kernel/refusal.ts'
import type { Cookies } from './identity.ts'
import type { RequestHeaders } from './sessions.ts'

/** A request, which may be refused with these codes. */
export type FlowRequest<Code extends ErrorCode = never> = {
  body: unknown
  headers: RequestHeaders
  address: string
  requestId: string
  readonly fail: Fail<Code>
}

/** Codes with which a flow may be refused. */
export type FlowRefusal<Flow extends AuthFlow> = (typeof authFlows)[Flow]['errors'][number] | AnyFlowRefusal

/** Sign-up, sign-in and related flows. */
export type AccountFlows = {
  [Flow in AuthFlow]: (
    request: FlowRequest<FlowRefusal<Flow>>,
  ) => Promise<{ data: AuthOutput<Flow>; cookies?: Cookies }>
}

/** Codes with which a person is refused who returns from a company's provider. */
export type CompanySignInRefusal =
  | 'TOO_MANY_LOGIN_ATTEMPTS'
  | 'COMPANY_SIGN_IN_OVER'
  | 'COMPANY_SIGN_IN_AWAY'
  | 'COMPANY_SIGN_IN_REFUSED'
  | 'COMPANY_ADDRESS_REFUSED'
  | 'COMPANY_ACCOUNT_REFUSED'
