import { expect, test } from 'vitest'
import { joinCatalogue } from './catalogue.rules.ts'
import type { Product } from './product.ts'

const product = (change: Partial<Product> & { code: string }): Product => ({
  family: 'F',
  name: 'Product',
  kind: 'emergencyLamp',
  orderCode: `O-${change.code}`,
  nodeTypes: ['emergency'],
  unitTypes: [],
  drawing: 'bar',
  source: 'led',
  watts: 8,
  lumens: 300,
  functions: [],
  autonomyMin: [60],
  batteryCode: null,
  battery: null,
  ip: 'IP42',
  protectionClass: 'II',
  dimensions: null,
  parts: [],
  ...change,
})
const battery = product({ code: 'B-1', kind: 'battery', nodeTypes: [], drawing: 'battery' })
const families = [{ id: 'F', name: 'Family', kind: 'emergencyLamp' as const }]

const faultsOf = (...files: { name: string; content: unknown }[]) =>
  joinCatalogue(files).faults.map(({ place, fault }) => `${place}: ${fault}`)

test('catalogue files that refer to each other form one catalogue', () => {
  const lamp = product({ code: 'L-1', batteryCode: 'B-1', parts: [{ code: 'B-1', everyYears: 4 }] })
  const { catalogue, faults } = joinCatalogue([
    { name: 'lamps.json', content: { products: [lamp] } },
    { name: 'parts.json', content: { families, products: [battery] } },
  ])
  expect(faults).toEqual([])
  expect(catalogue.products.map(({ code }) => code)).toEqual(['L-1', 'B-1'])
})

test.each([
  {
    fault: 'a part that there is not',
    lamp: product({ code: 'L-1', parts: [{ code: 'B-9', everyYears: null }] }),
    expectedText: 'lamps.json, products.0.parts.0.code (L-1): there is no spare part B-9',
  },
  {
    fault: 'a part that is none',
    lamp: product({ code: 'L-1', parts: [{ code: 'L-1', everyYears: null }] }),
    expectedText: 'lamps.json, products.0.parts.0.code (L-1): there is no spare part L-1',
  },
  {
    fault: 'a battery that is none',
    lamp: product({ code: 'L-1', batteryCode: 'L-1' }),
    expectedText: 'lamps.json, products.0.batteryCode (L-1): there is no battery L-1',
  },
  {
    fault: 'a family that there is not',
    lamp: product({ code: 'L-1', family: 'G' }),
    expectedText: 'lamps.json, products.0.family (L-1): there is no family G',
  },
  {
    fault: 'a code that another has',
    lamp: product({ code: 'B-1' }),
    expectedText: 'parts.json, products.0.code (B-1): B-1 is there twice',
  },
])('the catalogue reports $fault with file and location', ({ lamp, expectedText }) => {
  const parts = { name: 'parts.json', content: { families, products: [battery] } }
  expect(faultsOf({ name: 'lamps.json', content: { products: [lamp] } }, parts)).toEqual([expectedText])
})

test.each([
  { wrongFields: { watts: 'eight' }, at: 'products.0.watts (L-1)' },
  { wrongFields: { colour: 'white' }, at: 'products.0 (L-1)' },
  { wrongFields: { remark: { en: 'In English alone' } }, at: 'products.0.remark.it (L-1)' },
  { wrongFields: { name: '' }, at: 'products.0.name (L-1)' },
])('the catalogue reports a field such as $wrongFields with file and location', ({ wrongFields, at }) => {
  const content = { families, products: [{ ...product({ code: 'L-1' }), ...wrongFields }] }
  expect(faultsOf({ name: 'all.json', content })[0]).toMatch(
    new RegExp(`^all\\.json, ${at.replaceAll(/[.()]/g, '\\$&')}: .`),
  )
})

test.each([null, [], 'text', { lamps: [] }])('%j is not a catalogue', (content) => {
  expect(faultsOf({ name: 'all.json', content })).toHaveLength(1)
})
