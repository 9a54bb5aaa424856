import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { lampKey, searchLamps } from './lamps-found.ts'

const lamp = (cu: string, id: number, change: Partial<Lamp> = {}) =>
  ({ cu, id, serial: `S${id}`, description: '', location: '', ...change }) as Lamp
const [a, b] = ['logica_00000A', 'logica_00000B']
const lamps = [
  lamp(a, 1, { description: 'Door', location: 'Floor 1' }),
  lamp(a, 2, { description: 'Stairs' }),
  lamp(a, 3, { serial: 'FF0012' }),
  lamp(a, 4),
  lamp(b, 2),
  lamp(b, 12),
]

test.each([
  ['door', [`${a}.1`]],
  ['floor', [`${a}.1`]],
  ['ff00', [`${a}.3`]],
  ['0002', [`${a}.2`, `${b}.2`]],
  ['2-4', [`${a}.2`, `${a}.3`, `${a}.4`, `${b}.2`]],
  ['nothing like it', []],
])('"%s" finds %j', (text, keys) => {
  expect(searchLamps(lamps, text).map(lampKey)).toEqual(keys)
})
