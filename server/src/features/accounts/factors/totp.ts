import { createHmac, randomBytes } from 'node:crypto'
import qrcode from 'qrcode-generator'

/** TOTP (RFC 6238) with the parameters that all apps support: SHA-1, 30 s and 6 digits. */
const [stepS, digits, secretBytes] = [30, 6, 20]
/** Tolerates clocks that are half a minute off. */
const toleratedSteps = 1

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648) without padding, as apps accept a typed secret. */
export const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export const createFactorSecret = (): Buffer => randomBytes(secretBytes)

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepS)

/** The code of one half minute. */
export const codeOfStep = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The half minute of this code, among those near the current one; undefined for a wrong code. */
export const stepOfCode = (secret: Buffer, code: string, now: Date): number | undefined => {
  const currentStep = stepAt(now)
  for (let step = currentStep - toleratedSteps; step <= currentStep + toleratedSteps; step += 1)
    if (codeOfStep(secret, step) === code) return step
  return undefined
}

/** The URI that an authenticator app reads: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export const factorUri = (secret: Buffer, email: string): string =>
  `otpauth://totp/Vigilux:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Vigilux`

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
