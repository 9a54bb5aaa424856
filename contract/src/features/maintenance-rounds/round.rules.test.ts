import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '../catalogue/product.ts'
import { floorsOf, partOfFault, partsOfRound } from './round.rules.ts'
import type { RoundItem } from './round.ts'
import { roundItemStates } from './round.ts'

const lamp: Product = {
  code: 'L-1',
  family: 'F',
  name: 'Lamp',
  kind: 'emergencyLamp',
  orderCode: 'O',
  nodeTypes: ['emergency'],
  unitTypes: [],
  drawing: 'bar',
  source: 'led',
  watts: 8,
  lumens: 300,
  functions: [],
  autonomyMin: [60],
  batteryCode: 'B-1',
  battery: null,
  ip: null,
  protectionClass: null,
  dimensions: null,
  parts: [{ code: 'M-1', everyYears: null }],
}
const products = new Map<string, Product>([
  ['L-1', lamp],
  ['B-1', { ...lamp, code: 'B-1', kind: 'battery', nodeTypes: [], parts: [], batteryCode: null }],
  ['M-1', { ...lamp, code: 'M-1', kind: 'ledModule', nodeTypes: [], parts: [], batteryCode: null }],
])

const partLine = (code: string): NonNullable<RoundItem['part']> => ({
  code,
  name: code,
  kind: 'battery',
  orderCode: code,
  batteryCode: null,
  drawing: 'battery',
  dimensions: null,
})

test.each([
  ['lamp', 'battery_short', 'L-1', 'B-1'],
  ['lamp', 'led_open', 'L-1', 'M-1'],
  ['lamp', 'communication', 'L-1', null],
  ['lamp', 'battery_short', 'X-9', null],
  ['lamp', 'battery_short', null, null],
  ['unit', 'battery_short', 'L-1', null],
  ['unit', 'fuse', 'L-1', null],
] as const)('a %s with %s, product %s, needs part %s', (faultOwner, error, productCode, part) => {
  expect(partOfFault({ of: faultOwner, error, productCode, failed: null }, products)).toBe(part)
})

const item = fc.record({
  topic: fc.constantFrom('a_1', 'a_2'),
  serial: fc.constantFrom('S1', 'S2', 'S3'),
  part: fc.constantFrom(partLine('B-1'), partLine('M-1'), null),
  state: fc.constantFrom(...roundItemStates),
})

test('part sums match the faults of the round without duplicate parts per lamp', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), (items) => {
      const { parts, withoutPart } = partsOfRound(items)
      expect(parts.reduce((total, { faults }) => total + faults, withoutPart)).toBe(items.length)
      for (const { product, pieces, left: remainingPieces, faults } of parts) {
        const partItems = items.filter(({ part }) => part?.code === product.code)
        expect(pieces).toBe(new Set(partItems.map(({ topic, serial }) => `${topic} ${serial}`)).size)
        expect(remainingPieces).toBeLessThanOrEqual(pieces)
        expect(pieces).toBeLessThanOrEqual(faults)
      }
    }),
  )
})

test('a part is used once all its faults of the lamp are done', () => {
  const partItem = { topic: 'a_1', serial: 'S1', part: partLine('B-1') }
  const remainingPieces = (...states: RoundItem['state'][]) =>
    partsOfRound(states.map((state) => ({ ...partItem, state }))).parts[0]?.left
  expect([
    remainingPieces('open', 'done'),
    remainingPieces('done', 'closed'),
    remainingPieces('open'),
    remainingPieces('left'),
  ]).toEqual([1, 0, 1, 1])
})

type Stop = Parameters<typeof floorsOf>[0][number] & { name: string }
const stop = (name: string, change: Partial<Stop> = {}): Stop => ({
  name,
  of: 'lamp',
  error: 'battery_short',
  state: 'open',
  building: 'B',
  floor: 'Floor 1',
  room: 'R1',
  lamp: 1,
  topic: 'a_1',
  ...change,
})

test('stops are sorted by floor, room and urgency, with done ones last', () => {
  const floors = floorsOf([
    stop('nowhere', { building: null, floor: null, room: null }),
    stop('tenth floor', { floor: 'Floor 10' }),
    stop('second floor', { floor: 'Floor 2' }),
    stop('done', { state: 'done', room: 'R0' }),
    stop('room 2', { room: 'R2' }),
    stop('soon', { error: 'charger', lamp: 1 }),
    stop('now', { error: 'battery_short', lamp: 2 }),
  ])
  expect(floors.map(({ floor, items }) => [floor, items.map(({ name }) => name)])).toEqual([
    ['Floor 1', ['now', 'soon', 'room 2', 'done']],
    ['Floor 2', ['second floor']],
    ['Floor 10', ['tenth floor']],
    [null, ['nowhere']],
  ])
})
