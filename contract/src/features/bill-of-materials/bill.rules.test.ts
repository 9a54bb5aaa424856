import { expect, test } from 'vitest'
import type { Product } from '../catalogue/product.ts'
import { computeBom, costOf, parseCents, sumOf } from './bill.rules.ts'

const baseProduct: Product = {
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
  ['L-1', baseProduct],
  ['L-2', { ...baseProduct, code: 'L-2', name: 'Other lamp' }],
  ['B-1', { ...baseProduct, code: 'B-1', kind: 'battery', nodeTypes: [], parts: [], batteryCode: null }],
  ['M-1', { ...baseProduct, code: 'M-1', kind: 'ledModule', nodeTypes: [], parts: [], batteryCode: null }],
])

test('the bill counts nodes by product and unit, and unknown nodes by code', () => {
  const { lines, total } = computeBom(
    [
      { unit: 'a_1', code: 'L-1', type: 'emergency', count: 4 },
      { unit: 'a_2', code: 'L-1', type: 'emergency', count: 2 },
      { unit: 'a_2', code: 'L-1', type: 'lighting', count: 1 },
      { unit: 'a_2', code: '7F10', type: 'other', count: 3 },
      { unit: 'a_1', code: null, type: 'sensor', count: 5 },
    ],
    [],
    products,
  )
  expect(total).toBe(15)
  expect(lines.map(({ code, product, units, types, total }) => [code, product?.name, units, types, total])).toEqual([
    [null, undefined, { a_1: 5 }, { sensor: 5 }, 5],
    ['7F10', undefined, { a_2: 3 }, { other: 3 }, 3],
    ['L-1', 'Lamp', { a_1: 4, a_2: 3 }, { emergency: 6, lighting: 1 }, 7],
  ])
})

test('the bill lists a part once per lamp and counts faults without a part', () => {
  const { parts, faults, faultsWithoutPart } = computeBom(
    [],
    [
      { code: 'L-1', errors: ['battery_short', 'battery_duration', 'led_open'], failedTests: [] },
      { code: 'L-2', errors: ['battery_duration'], failedTests: [] },
      { code: 'L-2', errors: ['communication'], failedTests: [] },
      { code: '7F10', errors: ['battery_short'], failedTests: [] },
      { code: null, errors: ['led_open'], failedTests: [] },
    ],
    products,
  )
  expect([faults, faultsWithoutPart]).toEqual([7, 3])
  expect(
    parts.map(({ product, pieces, for: unitTypes, faults: partFaults }) => [
      product.code,
      pieces,
      unitTypes.length,
      partFaults,
    ]),
  ).toEqual([
    [
      'B-1',
      2,
      2,
      [
        { error: 'battery_duration', lamps: 2 },
        { error: 'battery_short', lamps: 1 },
      ],
    ],
    ['M-1', 1, 1, [{ error: 'led_open', lamps: 1 }]],
  ])
  const lampCount = parts.flatMap(({ faults: partFaults }) => partFaults).reduce((total, { lamps }) => total + lamps, 0)
  expect(lampCount + faultsWithoutPart).toBe(faults)
})

test('a sum leaves out items without a price and is marked incomplete', () => {
  const costs = [costOf(10, { cents: 3800 }), costOf(3, { cents: null }), costOf(2, undefined), costOf(1, { cents: 0 })]
  expect(costs).toEqual([38_000, null, null, 0])
  expect(sumOf(costs)).toEqual({ cents: 38_000, isWhole: false })
  expect(sumOf([])).toEqual({ cents: 0, isWhole: true })
  expect(sumOf([null, null])).toEqual({ cents: null, isWhole: false })
})

test.each([
  ['38', 3800],
  [' 38,5 ', 3850],
  ['38.05', 3805],
  ['0', 0],
  ['-1', null],
  ['38.005', null],
  ['1,000.00', null],
  ['free', null],
  ['', null],
  ['12345678', null],
  ['1e3', null],
])('the typed price %j is %j', (typedText, amount) => {
  expect(parseCents(typedText)).toBe(amount)
})
