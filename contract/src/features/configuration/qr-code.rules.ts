/** What a QR code met at a plant stands for; the ids are not looked up. */
export type QrCode = { kind: 'lamp'; serial: string } | { kind: 'product' | 'family'; id: string } | { kind: 'unknown' }

/** More than a QR code holds of letters and digits. */
const longest = 4_300
const catalogueAddress = /\/(qr|products|qrf)\/([\w.-]{1,64})(?=$|[/?#])/
const serialNames = /(?:^|[\s?&;,#])(?:sn|serial|s\/n|id|matricola)\s*[=:]\s*([0-9a-f]+)(?![0-9a-z])/i
const lengths = [4, 6, 8]

const asLamp = (digits: string | undefined): QrCode | null =>
  digits !== undefined && /^[0-9A-F]+$/i.test(digits) && lengths.includes(digits.length)
    ? { kind: 'lamp', serial: digits.toUpperCase() }
    : null

/** The last part of an address without what it asks for. */
const lastPart = (content: string): string | undefined =>
  /^https?:\/\//i.test(content) ? content.split(/[?]/)[0]?.split('/').at(-1) : undefined

/**
 * Tells lamp, product and family apart: a lamp by its serial alone, under a name (`SN: A1B2C3`) or at the end of an address;
 * products and families by the addresses of the catalogue's pages. Whether the digits are those of a serial, the unit's type
 * says.
 */
export const readQrCode = (content: string): QrCode => {
  const text = content.slice(0, longest).trim()
  const [, serial] = serialNames.exec(text) ?? []
  const [, page, id] = catalogueAddress.exec(text) ?? []
  const named = asLamp(serial)
  if (named) return named
  if (page !== undefined && id !== undefined) return { kind: page === 'qrf' ? 'family' : 'product', id }
  return asLamp(text) ?? asLamp(lastPart(text)) ?? { kind: 'unknown' }
}
