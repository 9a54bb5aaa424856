import { passkeyName } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { z } from 'zod'

/** Bytes as base64url, as browsers send them. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+={0,2}$/)
/** WebAuthn allows 1,023 bytes for it. */
const credentialId = bytes(1_400)

const commonFields = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** A browser's answer after creating a passkey; other fields are ignored. */
export const verifyRegistration = z.strictObject({
  name: passkeyName,
  response: z.object({
    ...commonFields,
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
export const signedChallenge = z.strictObject({
  response: z.object({
    ...commonFields,
    response: z.object({
      clientDataJSON: bytes(8_000),
      authenticatorData: bytes(8_000),
      signature: bytes(8_000),
      userHandle: bytes(200),
    }),
  }),
})
