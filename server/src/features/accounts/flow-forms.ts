import { password } from '@vigilux/contract/features/accounts/account.ts'
import { z } from 'zod'
import { fieldRefusals } from '../../kernel/field-refusals.ts'
import { fail } from '../../kernel/refusal.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'

/** A password as somebody types it who has one already: whether it is right is said by what is stored. */
export const currentPasswordField = z.string().min(1, { error: 'cannot_be_empty' }).max(128)

/** A password that is to be set, twice. */
export const newPasswordFields = { password, confirmation: z.string().max(128) }
export const isConfirmed = (form: { password: string; confirmation: string }): boolean =>
  form.password === form.confirmation
export const notConfirmed = { error: 'confirmation_differs', path: ['confirmation'] }

/** What a form says, or the refusal of its fields. */
export const parseForm = <T extends z.ZodType>(form: T, { body }: FlowRequest): z.output<T> => {
  const parsed = form.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = fieldRefusals(parsed.error)
  // It has a code of its own where nothing else is wrong.
  const isShort = fields[0]?.code === 'code_too_short' && fields.every(({ path }) => path === fields[0]?.path)
  return fail(isShort ? 'CODE_TOO_SHORT' : 'INVALID_INPUT', { fields })
}

/** What is answered to who does not get in. */
export const signInCodes = {
  factor: 'SECOND_FACTOR_NEEDED',
  code: 'CodeMismatchException',
  wrong: 'WRONG_EMAIL_OR_PASSWORD',
  unconfirmed: 'USER_NOT_CONFIRMED',
  limited: 'TOO_MANY_LOGIN_ATTEMPTS',
} as const
