import { z } from 'zod'
import { normalizeCode } from '../../kernel/normalize-typed.ts'
import { count, id, instant, text } from '../../kernel/primitives.ts'

/** How many recovery codes a person gets at a time, and letters of each. */
export const recoveryCodes = { count: 10, letters: 16 } as const

/** The six digits that the authenticator app shows, or a recovery code, of which letters that look like others are taken for those. */
export const factorCode = z
  .string()
  .max(60, { error: 'code_format' })
  .transform((typed) => normalizeCode(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'))
  .pipe(
    z
      .string()
      .min(6, { error: 'code_too_short' })
      .regex(/^(\d{6}|[0-9A-HJKMNP-TV-Z]{16})$/, { error: 'code_format' }),
  )

/** Passkeys that one person may have. */
export const maxPasskeys = 20

/** What a person calls a passkey. */
export const passkeyName = text(60)

const passkey = z.object({
  passkey_id: id,
  name: z.string(),
  added_at: instant,
  /** Null until somebody has signed in with it. */
  last_used_at: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** The ways in which a person signs in. */
export const signInMethods = z.object({
  /** The address that signs in. */
  email: z.string(),
  /** One that is to take its place, once both are proven. */
  new_email: z.object({ email: z.string(), until: instant }).nullable(),
  /** Whether a password is one of them. */
  password: z.boolean(),
  /** The company whose own sign-in the account is joined to; `only` where the password signs in no more. Null where there is none. */
  company: z.object({ name: z.string(), since: instant, only: z.boolean() }).nullable(),
  /** The one added last first. */
  passkeys: z.array(passkey),
  /** Null while it is off. */
  second_factor: z.object({ since: instant, recovery_codes_left: count }).nullable(),
})
export type SignInMethods = z.infer<typeof signInMethods>

/** A second factor that is to be confirmed: its secret as text, for a link and as QR code. */
export const newSecondFactor = z.object({
  secret: z.string(),
  uri: z.string(),
  /** Dark modules as the path of a picture of so many units. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type NewSecondFactor = z.infer<typeof newSecondFactor>
