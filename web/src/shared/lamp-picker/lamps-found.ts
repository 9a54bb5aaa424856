import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { parseLampNumbers } from './lamp-numbers.ts'

/** Key of a lamp within its plant. */
export const lampKey = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>): string => `${cu}.${id}`

/** Lamps by place, serial or number; "1-10, 14" finds these numbers. */
export function searchLamps(lamps: readonly Lamp[], text: string): readonly Lamp[] {
  const searchText = text.trim()
  if (searchText === '') return lamps
  const numbers = parseLampNumbers(searchText)
  if (numbers) {
    const requestedNumbers = new Set(numbers)
    return lamps.filter(({ id, serial }) => requestedNumbers.has(id) || serial === searchText.toUpperCase())
  }
  const matchesSearch = createSearchMatcher(searchText)
  return lamps.filter(({ id, description, location, serial }) =>
    matchesSearch([description, location, serial, lampNumber(id)].join(' ')),
  )
}
