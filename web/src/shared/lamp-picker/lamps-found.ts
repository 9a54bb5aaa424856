import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { parseLampNumbers } from './lamp-numbers.ts'

/** Key of a lamp within its plant. */
export const lampKey = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>): string => `${cu}.${id}`

/** Lamps by place, serial or number; "1-10, 14" finds these numbers. */
export function searchLamps(lamps: readonly Lamp[], text: string): readonly Lamp[] {
  const wanted = text.trim()
  if (wanted === '') return lamps
  const numbers = parseLampNumbers(wanted)
  if (numbers) {
    const asked = new Set(numbers)
    return lamps.filter(({ id, serial }) => asked.has(id) || serial === wanted.toUpperCase())
  }
  const fits = createSearchMatcher(wanted)
  return lamps.filter(({ id, description, location, serial }) =>
    fits([description, location, serial, lampNumber(id)].join(' ')),
  )
}
