import { z } from 'zod'
import { normalizeCode } from '../../kernel/normalize-typed.ts'
import { count, id, instant, text } from '../../kernel/primitives.ts'

/** Recovery codes issued at a time, and letters of each. */
export const recoveryCodes = { count: 10, letters: 16 } as const

/** Six digits of the authenticator app, or a recovery code; letters of similar shape are accepted for each other. */
export const factorCode = z
  .string()
  .max(60, { error: 'code_format' })
  .transform((typedCode) => normalizeCode(typedCode).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'))
  .pipe(
    z
      .string()
      .min(6, { error: 'code_too_short' })
      .regex(/^(\d{6}|[0-9A-HJKMNP-TV-Z]{16})$/, { error: 'code_format' }),
  )

/** Maximum passkeys of one person. */
export const maxPasskeys = 20

/** Name of a passkey, chosen by the person. */
export const passkeyName = text(60)

const passkey = z.object({
  passkey_id: id,
  name: z.string(),
  added_at: instant,
  /** Null until its first use. */
  last_used_at: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** Sign-in methods of a person. */
export const signInMethods = z.object({
  /** E-mail address for sign-in. */
  email: z.string(),
  /** Its future replacement, once both addresses are verified. */
  new_email: z.object({ email: z.string(), until: instant }).nullable(),
  /** Whether the account has a password. */
  password: z.boolean(),
  /** Company sign-in of the account; `only` if the password can no longer be used. Null without company sign-in. */
  company: z.object({ name: z.string(), since: instant, only: z.boolean() }).nullable(),
  /** Most recently added first. */
  passkeys: z.array(passkey),
  /** Null while it is off. */
  second_factor: z.object({ since: instant, recovery_codes_left: count }).nullable(),
})
export type SignInMethods = z.infer<typeof signInMethods>

/** Unconfirmed second factor: its secret as text, as a link and as a QR code. */
export const newSecondFactor = z.object({
  secret: z.string(),
  uri: z.string(),
  /** SVG path of the dark modules in a square of `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type NewSecondFactor = z.infer<typeof newSecondFactor>
