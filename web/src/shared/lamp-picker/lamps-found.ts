import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '../plant/lamps.ts'
import { readLampNumbers } from './lamp-numbers.ts'

/** What names a lamp within its plant. */
export const lampKey = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>): string => `${cu}.${id}`

/** Lamps by place, serial or number; "1-10, 14" finds these numbers. */
export function lampsFound(lamps: readonly Lamp[], text: string): readonly Lamp[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return lamps
  const numbers = readLampNumbers(wanted)
  if (numbers) {
    const asked = new Set(numbers)
    return lamps.filter(({ id, serial }) => asked.has(id) || serial.toLocaleLowerCase() === wanted)
  }
  return lamps.filter((lamp) =>
    [lamp.description, lamp.location, lamp.serial, lampNumber(lamp.id)].some((one) =>
      one.toLocaleLowerCase().includes(wanted),
    ),
  )
}
