import type { OutwardFailure } from '@vigilux/contract/features/outward-connections/outward-connection.ts'

const failures: Readonly<Record<string, OutwardFailure>> = {
  EADDRINUSE: 'portInUse',
  EADDRNOTAVAIL: 'noSuchAddress',
  ENOTFOUND: 'noSuchAddress',
  EACCES: 'portNotPermitted',
}

/** Why an interface cannot listen. */
export const listenFailureOf = (error: unknown): OutwardFailure =>
  failures[(error as NodeJS.ErrnoException).code ?? ''] ?? 'other'

/** Codes with which a broker refuses a user name or a password: of MQTT 3.1.1 and of MQTT 5. */
const credentialCodes: readonly unknown[] = [4, 5, 134, 135]
const unreachableCodes: readonly unknown[] = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** Why a broker cannot be used. */
export const brokerFailureOf = (error: Error): OutwardFailure => {
  const { code } = error as { code?: unknown }
  if (credentialCodes.includes(code)) return 'passwordRefused'
  if (unreachableCodes.includes(code) || error.message === 'connack timeout') return 'brokerUnreachable'
  return certificateCode.test(String(code)) ? 'certificateRefused' : 'other'
}
