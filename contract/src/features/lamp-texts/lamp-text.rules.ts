import type { ImportFault, ImportRow } from './lamp-text.ts'
import { lampTextLengths } from './lamp-text-limits.ts'

/** What is wrong with a row of a file by itself, whatever lamps there are. */
export const findImportFault = (row: ImportRow): ImportFault | null => {
  const { serial = '', unit = '', number = '', description, location } = row
  if (serial.trim() === '' && (unit.trim() === '' || number.trim() === '')) return 'noLamp'
  if (serial.trim() === '' && !/^0*[1-9]\d{0,2}$/.test(number.trim())) return 'number'
  if (description === undefined && location === undefined) return 'noText'
  if ((description ?? '').normalize('NFC').trim().length > lampTextLengths.description) return 'descriptionTooLong'
  if ((location ?? '').normalize('NFC').trim().length > lampTextLengths.location) return 'locationTooLong'
  return null
}

/** The number that a pattern counts with: first, step, and digits to which it is filled with zeros. */
export type Numbering = { start: number; step: number; digits: number }

/** Where a pattern has the number. */
export const numberPlaceholder = '{n}'

/** The text that a pattern gives to the lamp of so many before it, 0 for the first. */
export const applyPattern = (pattern: string, { start, step, digits }: Numbering, before: number): string => {
  const number = start + step * before
  const sign = number < 0 ? '-' : ''
  return pattern.replaceAll(numberPlaceholder, `${sign}${String(Math.abs(number)).padStart(digits, '0')}`)
}
