import { Secret, TOTP } from 'otpauth'
import qrcode from 'qrcode-generator'

const secretBytes = 20
/** Tolerates clocks half a minute off. */
const toleratedSteps = 1

/** TOTP (RFC 6238) with the parameters of all apps: SHA-1, 30 s and 6 digits. */
const totpOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({ issuer: 'Vigilux', label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

export const createFactorSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes)

/** The secret in Base32 (RFC 4648) without padding, as apps accept it typed. */
export const typedSecret = (secret: Buffer): string => totpOf(secret).secret.base32

/** The code of the half minute of this time. @internal */
export const codeAt = (secret: Buffer, time: Date): string => totpOf(secret).generate({ timestamp: time.getTime() })

/** The half minute of this code, among those near the current one; undefined for a wrong code. */
export const stepOfCode = (secret: Buffer, code: string, now: Date): number | undefined => {
  const [totp, timestamp] = [totpOf(secret), now.getTime()]
  const delta = totp.validate({ token: code, timestamp, window: toleratedSteps })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** The URI for authenticator apps: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export const factorUri = (secret: Buffer, email: string): string => totpOf(secret, email).toString()

/** A QR code as a path of dark modules, each a unit square, on a square of `size` units. */
export const qrPath = (text: string): { size: number; path: string } => {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const modules = Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size]
    return code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : ''
  })
  return { size, path: modules.join('') }
}
