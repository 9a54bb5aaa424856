import { verificationCode } from '@vigilux/contract/features/accounts/account.ts'
import { factorCode } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { z } from 'zod'

const anyPassword = z.string().min(1, { error: 'cannot_be_empty' }).max(128, { error: 'too_long' })

export const passwordForm = z.strictObject({ password: anyPassword })
export const firstCodeForm = z.strictObject({ code: verificationCode })
export const factorForm = z.strictObject({ code: factorCode })
/** Form to change or end the second factor. */
export const reauthenticatedForm = z.strictObject({ password: anyPassword, code: factorCode })
