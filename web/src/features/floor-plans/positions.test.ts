import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import { expect, test } from 'vitest'
import { languages } from '../../shared/i18n/languages.ts'
import type { Spot } from './draft.ts'
import { type Placeable, placeableLamp } from './placeable.ts'
import { createPositionsCsv, parsePositions, positionColumns } from './positions.ts'

const lamp = (id: number, overrides: Partial<Lamp> = {}) =>
  ({
    cu: 'logica_0A1B2C',
    id,
    serial: `A1B2C${id}`,
    errors: [],
    description: '=1+1; "x"',
    location: 'Floor, 2',
    ...overrides,
  }) as Lamp
const topic = 'logica_0A1B2C'
/** The unit itself, which has no number. */
const unit = { ...placeableLamp(lamp(0), new Set()), key: topic, serial: '0A1B2C', lamp: null } satisfies Placeable
const devices = [unit, ...[lamp(1), lamp(2), lamp(3)].map((one) => placeableLamp(one, new Set()))]
const byKey = new Map(devices.map((one) => [one.key, one]))
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
const read = (...lines: string[]) => parsePositions(rowsOf([head, ...lines].join('\r\n')), devices)

test.each(languages)('a round trip in %s keeps every place to the last digit', (language) => {
  const places = new Map<string, Spot>([
    ['logica_0A1B2C.1', [1 / 3, 0.1 + 0.2]],
    ['logica_0A1B2C.3', [0, 1]],
    ['logica_0A1B2C.2', [1e-9, 0.5]],
    [topic, [0.7, 0.3]],
  ])
  const { placed: positions, troubles: problems } = parsePositions(
    rowsOf(createPositionsCsv(places, byKey, heads, language)),
    devices,
  )
  expect(new Map(positions)).toEqual(places)
  expect(problems).toEqual([])
})

test('devices that are unknown or outside the plan are named and not placed', () => {
  const { placed: positions, troubles: problems } = read(
    'logica_0A1B2C,1,A1B2C1,,,0.5,0.5',
    'logica_0A1B2C,9,FFFFFF,,,0.5,0.5',
    'logica_0FFFFF,1,A1B2C1,,,0.5,0.5',
    'logica_0A1B2C,2,A1B2C2,,,1.01,0.5',
    'logica_0A1B2C,2,A1B2C2,,,0.5,-0.1',
    'logica_0A1B2C,3,A1B2C3,,,here,0.5',
  )
  expect(positions).toEqual([['logica_0A1B2C.1', [0.5, 0.5]]])
  expect(problems.map(({ line, why }) => [line, why])).toEqual([
    [3, 'unknown'],
    [4, 'unknown'],
    [5, 'outside'],
    [6, 'outside'],
    [7, 'unreadable'],
  ])
  expect(problems[0]?.what).toBe('logica_0A1B2C · 9 · FFFFFF')
})

test('a serial matches before a number, and the first place of a lamp wins', () => {
  const { placed: positions, troubles: problems } = read(
    'logica_0A1B2C,1,A1B2C3,,,0.1,0.1',
    'logica_0A1B2C,2,,,,0.2,0.2',
    'logica_0A1B2C,3,,,,0.3,0.3',
  )
  expect(positions).toEqual([
    ['logica_0A1B2C.3', [0.1, 0.1]],
    ['logica_0A1B2C.2', [0.2, 0.2]],
  ])
  expect(problems).toMatchObject([{ line: 4, why: 'twice' }])
})

test('a unit matches by serial only, and a lamp with the serial keeps it', () => {
  const { placed: positions, troubles: problems } = read('logica_0A1B2C,,0A1B2C,,,0.1,0.1', 'logica_0A1B2C,,,,,0.2,0.2')
  expect(positions).toEqual([[topic, [0.1, 0.1]]])
  expect(problems).toMatchObject([{ line: 3, why: 'unknown' }])
  const twin = placeableLamp(lamp(4, { serial: '0A1B2C' }), new Set())
  const line = rowsOf([head, 'logica_0A1B2C,4,0A1B2C,,,0.5,0.5'].join('\r\n'))
  for (const all of [
    [unit, twin],
    [twin, unit],
  ])
    expect(parsePositions(line, all).placed).toEqual([[twin.key, [0.5, 0.5]]])
})
