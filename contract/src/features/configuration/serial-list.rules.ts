/** Errors in lists of typed, pasted or scanned lamp serials (specification, section 5). */

export const serialFaults = [
  'format',
  'checksum',
  'duplicate',
  'alreadyPresent',
  'positionInvalid',
  'positionDuplicate',
  'positionForced',
  'positionTaken',
  'noRoom',
] as const
export type SerialFault = (typeof serialFaults)[number]

/** Line of a list: a serial, with a position if the person forced one. */
export type SerialLine = {
  /** Line of the typed text, counted from 1. */
  line: number
  text: string
  serial: string
  position: number | null
  fault: SerialFault | null
}

export type SerialRules = {
  /** Accepted lengths in hex digits. */
  digits: readonly number[]
  maxLamps: number
  /** Serials already in the unit, which the list may not contain. */
  present: ReadonlySet<string>
  /** Overwriting accepts forced positions such as `12:A1B2C3`; appending refuses them. */
  mode: 'append' | 'overwrite'
}

/** CRC-8 of a serial's three bytes: polynomial 0x07, initial value 0. */
export const serialChecksum = (payload: string): string => {
  let crc = 0
  for (let at = 0; at < 6; at += 2) {
    crc ^= Number.parseInt(payload.slice(at, at + 2), 16)
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80) !== 0 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff
  }
  return crc.toString(16).toUpperCase().padStart(2, '0')
}

/** Error of a single serial: its form, or the checksum of an 8-digit serial. */
export const serialFaultOf = (serial: string, digits: readonly number[]): 'format' | 'checksum' | null => {
  if (!/^[0-9A-F]+$/.test(serial) || !digits.includes(serial.length)) return 'format'
  return serial.length === 8 && serial.slice(6) !== serialChecksum(serial) ? 'checksum' : null
}

const separators = /[\s,;]+/
const positionedEntry = /^([^:=]*)[:=](.*)$/

/** Unchecked entry of a list; the position as typed. */
export type SerialEntry = { line: number; text: string; serial: string; position: string | null }

/** Splits typed or pasted text at spaces, commas, semicolons and line ends; `12:A1B2C3` forces position 12. */
export const parseSerialList = (typedText: string): SerialEntry[] =>
  typedText.split(/\r?\n/).flatMap((content, at) =>
    content
      .split(separators)
      .filter((text) => text !== '')
      .map((text) => {
        const [, position, serial] = positionedEntry.exec(text) ?? []
        return { line: at + 1, text, serial: (serial ?? text).toUpperCase(), position: position ?? null }
      }),
  )

const positionFault = (
  position: string | null,
  rules: SerialRules,
  takenPositions: ReadonlySet<number>,
): SerialFault | null => {
  if (position === null) return null
  if (rules.mode === 'append') return 'positionForced'
  const number = /^\d{1,4}$/.test(position) ? Number(position) : 0
  if (number < 1 || number > rules.maxLamps) return 'positionInvalid'
  return takenPositions.has(number) ? 'positionDuplicate' : null
}

/** Every entry with its error, if any; valid entries stay valid. Of two equal serials the first is valid. */
export const checkSerials = (entries: readonly SerialEntry[], rules: SerialRules): SerialLine[] => {
  const serials = new Set<string>()
  const positions = new Set<number>()
  return entries.map(({ position, ...entry }) => {
    const fault =
      serialFaultOf(entry.serial, rules.digits) ??
      (serials.has(entry.serial) ? 'duplicate' : null) ??
      (rules.present.has(entry.serial) ? 'alreadyPresent' : null) ??
      positionFault(position, rules, positions)
    const number = position !== null && /^\d{1,4}$/.test(position) ? Number(position) : null
    if (fault === null) {
      serials.add(entry.serial)
      if (number !== null) positions.add(number)
    }
    return { ...entry, position: number, fault }
  })
}

/** Checks a typed or pasted list entry by entry. */
export const checkSerialList = (typedText: string, rules: SerialRules): SerialLine[] =>
  checkSerials(parseSerialList(typedText), rules)
