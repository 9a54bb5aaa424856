import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import { expect, test } from 'vitest'
import { languages } from '../../shared/i18n/languages.ts'
import type { Spot } from './draft.ts'
import { positionColumns, positionsCsv, readPositions } from './positions.ts'

const lamp = (id: number, over: Partial<Lamp> = {}) =>
  ({ cu: 'logica_0A1B2C', id, serial: `A1B2C${id}`, description: '=1+1; "x"', location: 'Floor, 2', ...over }) as Lamp
const lamps = [lamp(1), lamp(2), lamp(3)]
const byKey = new Map(lamps.map((one) => [`${one.cu}.${one.id}`, one]))
const heads = Object.fromEntries(positionColumns.map((one) => [one, one])) as Record<
  (typeof positionColumns)[number],
  string
>
const rowsOf = (text: string) => {
  const delimiter = /^[^\r\n]*;/.test(text) ? ';' : ','
  const parsed = parse(text, { bom: true, delimiter, relax_column_count: true }) as string[][]
  return parsed.map((cells, at) => ({ line: at + 1, cells }))
}
const head = positionColumns.join(',')
const read = (...lines: string[]) => readPositions(rowsOf([head, ...lines].join('\r\n')), lamps)

test.each(languages)('out and in again in %s, every place is what it was, to the last digit', (language) => {
  const places = new Map<string, Spot>([
    ['logica_0A1B2C.1', [1 / 3, 0.1 + 0.2]],
    ['logica_0A1B2C.3', [0, 1]],
    ['logica_0A1B2C.2', [1e-9, 0.5]],
  ])
  const { placed, troubles } = readPositions(rowsOf(positionsCsv(places, byKey, heads, language)), lamps)
  expect(new Map(placed)).toEqual(places)
  expect(troubles).toEqual([])
})

test('devices that the plant has not, or that would be beside the plan, are named and not placed', () => {
  const { placed, troubles } = read(
    'logica_0A1B2C,1,A1B2C1,,,0.5,0.5',
    'logica_0A1B2C,9,FFFFFF,,,0.5,0.5',
    'logica_0FFFFF,1,A1B2C1,,,0.5,0.5',
    'logica_0A1B2C,2,A1B2C2,,,1.01,0.5',
    'logica_0A1B2C,2,A1B2C2,,,0.5,-0.1',
    'logica_0A1B2C,3,A1B2C3,,,here,0.5',
  )
  expect(placed).toEqual([['logica_0A1B2C.1', [0.5, 0.5]]])
  expect(troubles.map(({ line, why }) => [line, why])).toEqual([
    [3, 'unknown'],
    [4, 'unknown'],
    [5, 'outside'],
    [6, 'outside'],
    [7, 'unreadable'],
  ])
  expect(troubles[0]?.what).toBe('logica_0A1B2C · 9 · FFFFFF')
})

test('a serial finds its lamp wherever the unit now has it; without one the number does, and the first place counts', () => {
  const { placed, troubles } = read(
    'logica_0A1B2C,1,A1B2C3,,,0.1,0.1',
    'logica_0A1B2C,2,,,,0.2,0.2',
    'logica_0A1B2C,3,,,,0.3,0.3',
  )
  expect(placed).toEqual([
    ['logica_0A1B2C.3', [0.1, 0.1]],
    ['logica_0A1B2C.2', [0.2, 0.2]],
  ])
  expect(troubles).toMatchObject([{ line: 4, why: 'twice' }])
})
