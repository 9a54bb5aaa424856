import { password } from '@vigilux/contract/features/accounts/account.ts'
import { z } from 'zod'
import { fieldRefusals } from '../../kernel/field-refusals.ts'
import { fail } from '../../kernel/refusal.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'

/** An existing password as typed; only the stored hash decides whether it is right. */
export const currentPasswordField = z.string().min(1, { error: 'cannot_be_empty' }).max(128)

/** A new password, typed twice. */
export const newPasswordFields = { password, confirmation: z.string().max(128) }
export const isConfirmed = (form: { password: string; confirmation: string }): boolean =>
  form.password === form.confirmation
export const notConfirmed = { error: 'confirmation_differs', path: ['confirmation'] }

/** The parsed form, or a refusal with its fields. */
export const parseForm = <T extends z.ZodType>(form: T, { body }: FlowRequest): z.output<T> => {
  const parsed = form.safeParse(body)
  if (parsed.success) return parsed.data
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
