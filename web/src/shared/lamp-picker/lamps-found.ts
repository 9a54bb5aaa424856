import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { finderOf } from '@vigilux/contract/kernel/search-text.ts'
import { readLampNumbers } from './lamp-numbers.ts'

/** What names a lamp within its plant. */
export const lampKey = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>): string => `${cu}.${id}`

/** Lamps by place, serial or number; "1-10, 14" finds these numbers. */
export function lampsFound(lamps: readonly Lamp[], text: string): readonly Lamp[] {
  const wanted = text.trim()
  if (wanted === '') return lamps
  const numbers = readLampNumbers(wanted)
  if (numbers) {
    const asked = new Set(numbers)
    return lamps.filter(({ id, serial }) => asked.has(id) || serial === wanted.toUpperCase())
  }
  const fits = finderOf(wanted)
  return lamps.filter(({ id, description, location, serial }) =>
    fits([description, location, serial, lampNumber(id)].join(' ')),
  )
}
