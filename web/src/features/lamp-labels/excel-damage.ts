import { lampSerialLengths } from '@vigilux/contract/features/configuration/lamp-serial.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import type { CellDamage } from './sheet/sheet.ts'

/** A long number as spreadsheets write it: `2,018E+63`. A serial is hexadecimal. */
const scientificSerial = /^\d+(?:[.,]\d+)?e\+\d+$/iu
/** The default form of such a number. */
const scientificText = /^\d[.,]\d+E\+\d{2,3}$/u
/** The default forms of a date: `02-Jan`, `02. Jan`, `Jan-26`. */
const dayAndMonth = /^\d{1,2}(?:\. ?|[-/])(\p{L}{3,5})\.?$/u
const monthAndYear = /^(\p{L}{3,5})\.?-\d{2}$/u

const listMonths = (): Set<string> => {
  const names = new Set<string>()
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(formatLocale(language), { day: 'numeric', month: 'short', timeZone: 'UTC' })
    for (let month = 0; month < 12; month += 1) {
      const name = format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')?.value ?? ''
      names.add(normalizeSearchText(name).replace('.', ''))
    }
  }
  return names
}
let months: Set<string> | undefined

const isMonth = (name: string): boolean => {
  months ??= listMonths()
  return months.has(normalizeSearchText(name))
}

/** Damage by a spreadsheet to a serial like a number. */
export function findSerialDamage(serial: string): CellDamage | 'zeroLost' | undefined {
  if (scientificSerial.test(serial) || /^\d{9,}$/u.test(serial)) return 'madeNumber'
  return /^\d+$/u.test(serial) && !lampSerialLengths.includes(serial.length) ? 'zeroLost' : undefined
}

/** Damage by a spreadsheet to a text of a CSV file like a number or a date. */
export function findTextDamage(text: string): CellDamage | undefined {
  if (scientificText.test(text)) return 'madeNumber'
  const month = (dayAndMonth.exec(text) ?? monthAndYear.exec(text))?.[1]
  return month !== undefined && isMonth(month) ? 'madeDate' : undefined
}
