import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import { adminScopes, userTypes } from '../../kernel/permissions.ts'
import { id, language } from '../../kernel/primitives.ts'
import { email, password, signUp, verificationCode } from './account.ts'
import { factorCode, newSecondFactor, passkeyName, recoveryCodes } from './sign-in-methods.ts'

/** Declaration of a flow under `/api/auth/`. Route, server, web client and API description derive from it. */
export type AuthFlowDeclaration = {
  /** Whether the caller must be signed in. */
  session: boolean
  input: z.ZodType
  output: z.ZodType
  /** Every error code of the flow, besides those of the transport. */
  errors: readonly ErrorCode[]
}

const nothing = z.strictObject({})
const address = z.strictObject({ email })

/** An existing password as typed; only the stored hash decides whether it is right. */
const currentPassword = z.string().min(1, { error: 'cannot_be_empty' }).max(128)
const ownPassword = z.strictObject({ password: currentPassword })

/** A new password, typed twice. */
const newPasswordFields = { password, confirmation: z.string().max(128) }
const confirmed = <T extends z.ZodType<{ password: string; confirmation: string }>>(form: T): T =>
  form.refine((fields) => fields.password === fields.confirmation, {
    error: 'confirmation_differs',
    path: ['confirmation'],
  })

const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()).length(recoveryCodes.count) })

/** Bytes as base64url, as browsers send them. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+={0,2}$/)
/** WebAuthn allows 1,023 bytes for it. */
const credentialId = bytes(1_400)
const credentialFields = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** A browser's answer after creating a passkey; other fields are ignored. */
const newPasskey = z.strictObject({
  name: passkeyName,
  response: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: bytes(8_000),
      attestationObject: bytes(40_000),
      transports: z
        .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
        .max(10)
        .catch([]),
    }),
  }),
})

/** A browser's answer with a signed challenge. */
const signedChallenge = z.strictObject({
  response: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: bytes(8_000),
      authenticatorData: bytes(8_000),
      signature: bytes(8_000),
      userHandle: bytes(200),
    }),
  }),
})

/** Options for the browser's own WebAuthn function, as JSON (WebAuthn Level 3, `parse…OptionsFromJSON`). */
const webAuthnOptions = z.looseObject({ challenge: z.string() })

const passwordErrors = [
  'NOT_SIGNED_IN',
  'COMPANY_SIGN_IN_ONLY',
  'TOO_MANY_LOGIN_ATTEMPTS',
  'WRONG_EMAIL_OR_PASSWORD',
] as const
const mailErrors = ['LimitExceededException', 'COMPANY_SIGN_IN_ONLY'] as const
const codeErrors = ['CODE_TOO_SHORT', 'LimitExceededException', 'CodeMismatchException'] as const

const defineAuthFlows = <const T extends Record<string, AuthFlowDeclaration>>(flows: T): T => flows

export const authFlows = defineAuthFlows({
  /** Makes an account and mails a code to its address. */
  'sign-up': {
    session: false,
    input: signUp,
    output: z.object({ email: z.string() }),
    errors: [...mailErrors, 'UsernameExistsException'],
  },
  /** Confirms the address of a new account by the mailed code. */
  confirm: {
    session: false,
    input: z.strictObject({ email, code: verificationCode }),
    output: z.object({ email: z.string() }),
    errors: codeErrors,
  },
  /** Mails the code of a new account again. The answer does not tell whether there is one. */
  resend: { session: false, input: address, output: z.object({}), errors: ['LimitExceededException'] },
  /** Signs in by address and password, and by a code where the second factor is on; sets the cookie of the session. */
  'sign-in': {
    session: false,
    input: z.strictObject({ email, password: currentPassword, code: factorCode.optional() }),
    output: z.object({}),
    errors: [
      ...codeErrors,
      'COMPANY_SIGN_IN_ONLY',
      'TOO_MANY_LOGIN_ATTEMPTS',
      'WRONG_EMAIL_OR_PASSWORD',
      'USER_NOT_CONFIRMED',
      'SECOND_FACTOR_NEEDED',
    ],
  },
  /** Mails a code for a new password. */
  forgot: { session: false, input: address, output: z.object({}), errors: [...mailErrors, 'UserNotFoundException'] },
  /** Sets a new password by the mailed code, and ends all sessions. */
  reset: {
    session: false,
    input: confirmed(z.strictObject({ email, code: verificationCode, ...newPasswordFields })),
    output: z.object({}),
    errors: [...codeErrors, 'COMPANY_SIGN_IN_ONLY'],
  },
  /** Sets the first password of an office account by the link of its mail. */
  'set-password': {
    session: false,
    input: confirmed(z.strictObject({ link: z.string().max(100), ...newPasswordFields })),
    output: z.object({ email: z.string() }),
    errors: ['CodeMismatchException', 'COMPANY_SIGN_IN_ONLY'],
  },
  /** Changes the caller's own password, and ends all other sessions. */
  'change-password': {
    session: true,
    input: confirmed(z.strictObject({ current: currentPassword, ...newPasswordFields })),
    output: z.object({}),
    errors: passwordErrors,
  },
  /** Ends the session. */
  'sign-out': { session: false, input: nothing, output: z.object({}), errors: [] },
  /** Erases the caller's account. People without a password must have signed in at their company just before. */
  'erase-account': {
    session: true,
    input: z.strictObject({ password: currentPassword.optional() }),
    output: z.object({}),
    errors: [...passwordErrors, 'SIGN_IN_AGAIN', 'MUST_HAND_OVER'],
  },
  /** Makes the secret of a second factor, which a first code switches on. */
  'begin-second-factor': {
    session: true,
    input: ownPassword,
    output: newSecondFactor,
    errors: [...passwordErrors, 'SECOND_FACTOR_ON'],
  },
  /** Switches the second factor on by a code of the app; shows the recovery codes once. */
  'confirm-second-factor': {
    session: true,
    input: z.strictObject({ code: verificationCode }),
    output: newRecoveryCodes,
    errors: ['NOT_SIGNED_IN', ...codeErrors, 'SECOND_FACTOR_OFF', 'SECOND_FACTOR_ON'],
  },
  /** Switches the second factor off. */
  'end-second-factor': {
    session: true,
    input: ownPassword.extend({ code: factorCode }),
    output: z.object({}),
    errors: [...passwordErrors, ...codeErrors, 'SECOND_FACTOR_OFF'],
  },
  /** Replaces the recovery codes, and shows the new ones once. */
  'renew-recovery-codes': {
    session: true,
    input: ownPassword.extend({ code: factorCode }),
    output: newRecoveryCodes,
    errors: [...passwordErrors, ...codeErrors, 'SECOND_FACTOR_OFF'],
  },
  /** Begins the making of a passkey: options for the browser. */
  'begin-passkey': {
    session: true,
    input: ownPassword,
    output: webAuthnOptions,
    errors: [...passwordErrors, 'PASSKEY_LIMIT'],
  },
  /** Adds a passkey made by the browser. */
  'add-passkey': {
    session: true,
    input: newPasskey,
    output: z.object({}),
    errors: ['NOT_SIGNED_IN', 'PASSKEY_REFUSED'],
  },
  /** A challenge for a sign-in by passkey: options for the browser. */
  'passkey-challenge': { session: false, input: nothing, output: webAuthnOptions, errors: [] },
  /** Signs in by a signed challenge; sets the cookie of the session. */
  'sign-in-with-passkey': {
    session: false,
    input: signedChallenge,
    output: z.object({}),
    errors: ['PASSKEY_REFUSED', 'COMPANY_SIGN_IN_ONLY', 'TOO_MANY_LOGIN_ATTEMPTS'],
  },
  /** Mails a code to the present and one to the new address. */
  'change-email': {
    session: true,
    input: ownPassword.extend({ email }),
    output: z.object({}),
    errors: [...passwordErrors, 'LimitExceededException'],
  },
  /** Changes the address by both codes, and ends all other sessions. */
  'confirm-email': {
    session: true,
    input: z.strictObject({ currentCode: verificationCode, newCode: verificationCode }),
    output: z.object({}),
    errors: ['NOT_SIGNED_IN', ...codeErrors, 'COMPANY_SIGN_IN_ONLY'],
  },
  /** The company whose people sign in with addresses of this domain, and whether they may also use a password. */
  'find-company': {
    session: false,
    input: z.strictObject({ domain: z.string().min(1).max(253) }),
    output: z.object({ company: z.object({ name: z.string(), passwords: z.boolean() }).nullable() }),
    errors: [],
  },
  /** Begins a sign-in at the company of an address: the page of its provider. */
  'begin-company-sign-in': {
    session: false,
    input: z.strictObject({ email, language }),
    output: z.object({ url: z.string() }),
    errors: ['TOO_MANY_LOGIN_ATTEMPTS', 'DOMAIN_NOT_CONNECTED', 'COMPANY_SIGN_IN_AWAY'],
  },
})

/** The last part of the path. */
export type AuthFlow = keyof typeof authFlows
export type AuthInput<Flow extends AuthFlow> = z.input<(typeof authFlows)[Flow]['input']>
export type AuthOutput<Flow extends AuthFlow> = z.output<(typeof authFlows)[Flow]['output']>

/** The signed-in person as `GET /api/auth/get-session` answers; null when nobody is. */
export const sessionUser = z.object({
  userid: id,
  email: z.string(),
  name: z.string(),
  usertype: z.enum(userTypes),
  scope: z.enum(adminScopes).nullable(),
  /** True until the company's data is verified, and after it was refused. */
  suspended: z.boolean(),
  /** True after a first company sign-in, until the person declares the age and accepts the terms. */
  declarations_missing: z.boolean(),
  language,
})
export type SessionUser = z.infer<typeof sessionUser>
