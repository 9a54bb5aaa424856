import { findGs1Serials } from './gs1-serial.rules.ts'
import { lampSerialLengths } from './lamp-serial.ts'
import { findLabeledSerials } from './serial-label.rules.ts'

/** Meaning of a QR code scanned in a plant; ids are not looked up. */
export type QrCode = { kind: 'lamp'; serial: string } | { kind: 'product' | 'family'; id: string } | { kind: 'unknown' }

/** More than the alphanumeric capacity of a QR code. */
const maxContentLength = 4_300
const catalogueAddress = /\/(qr|products|qrf)\/([\w.-]{1,64})(?=$|[/?#])/

/** The only serial of the first list with any; a code of several devices means none of them. */
const findOnlySerial = (lists: readonly (readonly string[])[], lengths: readonly number[]): string | undefined => {
  for (const list of lists) {
    const serials = list.filter((digits) => /^[0-9A-F]+$/i.test(digits) && lengths.includes(digits.length))
    const [serial, ...otherSerials] = new Set(serials.map((digits) => digits.toUpperCase()))
    if (serial !== undefined) return otherSerials.length === 0 ? serial : undefined
  }
  return undefined
}

/** Full-width letters and invisible characters of copied texts become plain. */
const normalizeContent = (content: string): string =>
  content
    .slice(0, maxContentLength)
    .normalize('NFKC')
    .slice(0, maxContentLength)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()

/**
 * The serial of a code, with one of these lengths: bare, or labeled (`SN: A1B2C3`, GS1). A bare address is not a
 * serial, because it can end in anything.
 */
export const findSerialInCode = (content: string, lengths: readonly number[]): string | undefined => {
  const text = normalizeContent(content)
  const bare = text.replaceAll(/^\p{Cc}+|\p{Cc}+$/gu, '')
  return findOnlySerial([findGs1Serials(text), ...findLabeledSerials(text), [bare]], lengths)
}

/**
 * Recognizes a lamp by its serial, and products and families by the addresses of the catalogue. The unit type decides
 * whether the digits form a valid serial.
 */
export const parseQrCode = (content: string): QrCode => {
  const serial = findSerialInCode(content, lampSerialLengths)
  if (serial !== undefined) return { kind: 'lamp', serial }
  const [, page, id] = catalogueAddress.exec(normalizeContent(content)) ?? []
  if (page === undefined || id === undefined) return { kind: 'unknown' }
  return { kind: page === 'qrf' ? 'family' : 'product', id }
}
