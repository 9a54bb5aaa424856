import { email, password, verificationCode } from '@vigilux/contract/features/accounts/account.ts'
import { z } from 'zod'

/** A password for comparison only, without rules. */
const anyPassword = z.string().min(1, { error: 'cannot_be_empty' }).max(128, { error: 'too_long' })
const passwordsDiffer = { path: ['confirmation'], error: 'confirmation_differs', when: () => true }
type PasswordPair = { password?: string; confirmation?: string } | null | undefined
const passwordsMatch = (form: PasswordPair): boolean => form?.password === form?.confirmation

export const signInForm = z.strictObject({ email, password: anyPassword })
export const addressForm = z.strictObject({ email })
export const codeForm = z.strictObject({ code: verificationCode })
export const resetForm = z
  .strictObject({ email, code: verificationCode, password, confirmation: z.string() })
  .refine(passwordsMatch, passwordsDiffer)
export const newPasswordForm = z
  .strictObject({ password, confirmation: z.string() })
  .refine(passwordsMatch, passwordsDiffer)
export const changeForm = z
  .strictObject({ current: anyPassword, password, confirmation: z.string() })
  .refine(passwordsMatch, passwordsDiffer)
