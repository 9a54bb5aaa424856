import { findGs1Serials } from './gs1-serial.rules.ts'
import { findLabeledSerials } from './serial-label.rules.ts'

/** Meaning of a QR code scanned in a plant; ids are not looked up. */
export type QrCode = { kind: 'lamp'; serial: string } | { kind: 'product' | 'family'; id: string } | { kind: 'unknown' }

/** More than the alphanumeric capacity of a QR code. */
const maxContentLength = 4_300
const catalogueAddress = /\/(qr|products|qrf)\/([\w.-]{1,64})(?=$|[/?#])/
const serialLengths = [4, 6, 8]

const isSerial = (digits: string): boolean => /^[0-9A-F]+$/i.test(digits) && serialLengths.includes(digits.length)

/** The only serial of the first list with any; a code that names several lamps means none of them. */
const findOnlySerial = (lists: readonly (readonly string[])[]): string | undefined => {
  for (const list of lists) {
    const [serial, ...otherSerials] = new Set(list.filter(isSerial).map((digits) => digits.toUpperCase()))
    if (serial !== undefined) return otherSerials.length === 0 ? serial : undefined
  }
  return undefined
}

/** Full-width letters and invisible characters of copied texts become plain. */
const normalizeContent = (content: string): string =>
  content.slice(0, maxContentLength).normalize('NFKC').slice(0, maxContentLength).replaceAll(/\p{Cf}/gu, '').trim()

/**
 * Recognizes a lamp by a bare serial or a labeled one (`SN: A1B2C3`, GS1), and products and families by the addresses
 * of the catalogue. A bare address is not a serial, because it can end in anything. The unit type decides whether the
 * digits form a valid serial.
 */
export const parseQrCode = (content: string): QrCode => {
  const text = normalizeContent(content)
  const labeledSerial = findOnlySerial([findGs1Serials(text), ...findLabeledSerials(text)])
  if (labeledSerial !== undefined) return { kind: 'lamp', serial: labeledSerial }
  const [, page, id] = catalogueAddress.exec(text) ?? []
  if (page !== undefined && id !== undefined) return { kind: page === 'qrf' ? 'family' : 'product', id }
  const bareSerial = findOnlySerial([[text.replaceAll(/^\p{Cc}+|\p{Cc}+$/gu, '')]])
  return bareSerial === undefined ? { kind: 'unknown' } : { kind: 'lamp', serial: bareSerial }
}
