import type { ImportFault, ImportRow } from './lamp-text.ts'
import { lampTextLengths } from './lamp-text-limits.ts'

/** Error of an import row itself, independent of the lamps of the plant. */
export const findImportFault = (row: ImportRow): ImportFault | null => {
  const { serial = '', unit = '', number = '', description, location } = row
  if (serial.trim() === '' && (unit.trim() === '' || number.trim() === '')) return 'noLamp'
  if (serial.trim() === '' && !/^0*[1-9]\d{0,2}$/.test(number.trim())) return 'number'
  if (description === undefined && location === undefined) return 'noText'
  if ((description ?? '').normalize('NFC').trim().length > lampTextLengths.description) return 'descriptionTooLong'
  if ((location ?? '').normalize('NFC').trim().length > lampTextLengths.location) return 'locationTooLong'
  return null
}

/** Numbering of a pattern: start, step, and digits for zero padding. */
export type Numbering = { start: number; step: number; digits: number }

/** Placeholder of the number in a pattern. */
export const numberPlaceholder = '{n}'

/** Text of a pattern for the lamp with this zero-based index. */
export const applyPattern = (pattern: string, { start, step, digits }: Numbering, precedingLamps: number): string => {
  const number = start + step * precedingLamps
  const sign = number < 0 ? '-' : ''
  return pattern.replaceAll(numberPlaceholder, `${sign}${String(Math.abs(number)).padStart(digits, '0')}`)
}
