import { type AuthFlow, type AuthFlowDeclaration, authFlows } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { z } from 'zod'
import { fieldRefusals } from '../../kernel/field-refusals.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'

type FormRefusal<Flow extends AuthFlow> =
  | 'INVALID_INPUT'
  | Extract<(typeof authFlows)[Flow]['errors'][number], 'CODE_TOO_SHORT'>
type Form<Flow extends AuthFlow> = z.output<(typeof authFlows)[Flow]['input']>

/** The parsed input of a flow, or a refusal with its fields. */
export function parseForm<Flow extends AuthFlow>(flow: Flow, request: FlowRequest<FormRefusal<Flow>>): Form<Flow>
export function parseForm(flow: AuthFlow, request: FlowRequest<'INVALID_INPUT' | 'CODE_TOO_SHORT'>): Form<AuthFlow> {
  const { input, errors }: AuthFlowDeclaration = authFlows[flow]
  const parsed = input.safeParse(request.body)
  if (parsed.success) return parsed.data as Form<AuthFlow>
  const fields = fieldRefusals(parsed.error)
  // A short code of a mail or an app has its own refusal if nothing else is wrong.
  const isShort =
    errors.includes('CODE_TOO_SHORT') &&
    fields[0]?.code === 'code_too_short' &&
    fields.every(({ path }) => path === fields[0]?.path)
  return request.fail(isShort ? 'CODE_TOO_SHORT' : 'INVALID_INPUT', { fields })
}

export const signInCodes = {
  factor: 'SECOND_FACTOR_NEEDED',
  code: 'CodeMismatchException',
  wrong: 'WRONG_EMAIL_OR_PASSWORD',
  unconfirmed: 'USER_NOT_CONFIRMED',
  limited: 'TOO_MANY_LOGIN_ATTEMPTS',
} as const
