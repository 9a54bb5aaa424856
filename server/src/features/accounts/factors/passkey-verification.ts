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

const common = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** What a browser answers whose device has made a passkey. What else it says is not looked at. */
export const verifyRegistration = z.strictObject({
  name: passkeyName,
  response: z.object({
    ...common,
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

/** What it answers whose device has signed a challenge. */
export const signedChallenge = z.strictObject({
  response: z.object({
    ...common,
    response: z.object({
      clientDataJSON: bytes(8_000),
      authenticatorData: bytes(8_000),
      signature: bytes(8_000),
      userHandle: bytes(200),
    }),
  }),
})
