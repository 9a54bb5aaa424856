import { type AuthFlow, authFlows } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { z } from 'zod'
import { fieldRefusals } from '../../kernel/field-refusals.ts'
import { fail } from '../../kernel/refusal.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'

/** The parsed input of a flow, or a refusal with its fields. */
export const parseForm = <Flow extends AuthFlow>(
  flow: Flow,
  { body }: FlowRequest,
): z.output<(typeof authFlows)[Flow]['input']> => {
  const parsed = authFlows[flow].input.safeParse(body)
  if (parsed.success) return parsed.data as z.output<(typeof authFlows)[Flow]['input']>
  const fields = fieldRefusals(parsed.error)
  // A short password has its own code if nothing else is wrong.
  const isShort = fields[0]?.code === 'code_too_short' && fields.every(({ path }) => path === fields[0]?.path)
  return fail(isShort ? 'CODE_TOO_SHORT' : 'INVALID_INPUT', { fields })
}

/** Codes of refused sign-ins. */
export const signInCodes = {
  factor: 'SECOND_FACTOR_NEEDED',
  code: 'CodeMismatchException',
  wrong: 'WRONG_EMAIL_OR_PASSWORD',
  unconfirmed: 'USER_NOT_CONFIRMED',
  limited: 'TOO_MANY_LOGIN_ATTEMPTS',
} as const
