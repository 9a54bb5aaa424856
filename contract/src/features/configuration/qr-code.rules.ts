/** Meaning of a QR code scanned in a plant; ids are not looked up. */
export type QrCode = { kind: 'lamp'; serial: string } | { kind: 'product' | 'family'; id: string } | { kind: 'unknown' }

/** More than the alphanumeric capacity of a QR code. */
const maxContentLength = 4_300
const catalogueAddress = /\/(qr|products|qrf)\/([\w.-]{1,64})(?=$|[/?#])/
/** Manufacturers' labels for a serial. A truncated or letters-only label may lack the colon. */
const serialLabelPattern =
  's[/.]n\\.?|sn|s\\.?/?n[or]\\.?|ser(?:\\.|ial)?(?:[ .-]*(?:no|nr|num|number|n[°º])\\.?)?|serien-?(?:nummer|nr\\.?)|serienummer|matr(?:\\.|icola)?' +
  '|num[eé]ro (?:di|de) s[eé]rie|n[°º.]? ?(?:di|de) s[eé]rie|n(?:umer|r) seryjny|sériové číslo|serienr\\.?'
const labeledSerialPattern = new RegExp(
  `(?:^|[\\s;,|])(?:(?:${serialLabelPattern})(?:\\s*[=:#]\\s*|\\s+)|id\\s*[=:]\\s*)([0-9a-f]+)(?![0-9a-z])`,
  'iu',
)
/** The same labels as query parameters of an address; `id` is excluded, because it can mean anything there. */
const querySerialPattern =
  /[?&;#](?:sn|s\/n|serial|serial[-_]?(?:no|nr|number)|seriennummer|matricola)=([0-9a-f]+)(?=$|[&;#])/i
/** GS1 serial: application identifier 21 after the article number, in an address, in brackets or bare. */
const gs1SerialPatterns = [
  /\/01\/[^/?#]+(?:\/[^/?#]+){0,6}?\/21\/([0-9a-f]+)(?=$|[/?#])/i,
  /\(21\)\s*([0-9a-f]+)(?![0-9a-z])/i,
  /^(?:\][dQCe]\d)?\p{Cc}?01\d{14}\p{Cc}?21([0-9a-f]+)(?=$|\p{Cc})/iu,
]
const address = /^[a-z][a-z0-9+.-]*:\/\//i
const serialLengths = [4, 6, 8]

const toLampCode = (digits: string | undefined): QrCode | null =>
  digits !== undefined && /^[0-9A-F]+$/i.test(digits) && serialLengths.includes(digits.length)
    ? { kind: 'lamp', serial: digits.toUpperCase() }
    : null

const matchFirst = (text: string, patterns: readonly RegExp[]): QrCode | null => {
  for (const pattern of patterns) {
    const lamp = toLampCode(pattern.exec(text)?.[1])
    if (lamp) return lamp
  }
  return null
}

/**
 * Recognizes a lamp by a bare serial or a labeled one (`SN: A1B2C3`, GS1), and products and families by the addresses
 * of the catalogue. A bare address is not a serial, because it can end in anything. The unit type decides whether the
 * digits form a valid serial.
 */
export const parseQrCode = (content: string): QrCode => {
  const text = content.slice(0, maxContentLength).trim()
  const serialCode = matchFirst(text, [
    ...gs1SerialPatterns,
    querySerialPattern,
    ...(address.test(text) ? [] : [labeledSerialPattern]),
  ])
  if (serialCode) return serialCode
  const [, page, id] = catalogueAddress.exec(text) ?? []
  if (page !== undefined && id !== undefined) return { kind: page === 'qrf' ? 'family' : 'product', id }
  return toLampCode(text) ?? { kind: 'unknown' }
}
