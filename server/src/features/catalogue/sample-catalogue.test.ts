import { joinCatalogue } from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import { partKinds } from '@vigilux/contract/features/catalogue/product.ts'
import { lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import { uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { lampProductNumbers, lampProducts, orderCodeOf, productCodeOf } from '@vigilux/simulator/core/lamp-products.ts'
import { expect, test } from 'vitest'
import { sampleFiles } from './sample-catalogue.ts'

const { catalogue, faults } = joinCatalogue(sampleFiles)
const isPart = (kind: string) => (partKinds as readonly string[]).includes(kind)
const soldProducts = catalogue.products.filter(({ kind }) => !isPart(kind))
const lamps = soldProducts.filter(({ nodeTypes }) => nodeTypes.includes('emergency'))

test('the sample is valid and has at least 60 products besides parts', () => {
  expect(faults).toEqual([])
  expect(soldProducts.length).toBeGreaterThanOrEqual(60)
})

test('the sample has products for every kind of node and unit type', () => {
  expect(lampTypes.filter((type) => !soldProducts.some(({ nodeTypes }) => nodeTypes.includes(type)))).toEqual([])
  expect(
    Object.keys(unitTypes).filter((type) => !soldProducts.some(({ unitTypes: types }) => types.includes(type))),
  ).toEqual([])
  const unknownTypes = soldProducts
    .flatMap(({ unitTypes: types }) => types)
    .filter((type) => !Object.hasOwn(unitTypes, type))
  expect(unknownTypes).toEqual([])
})

test('every emergency lamp has battery, durations and parts, and every product dimensions', () => {
  const incompleteProducts = lamps.filter(
    (one) => !one.batteryCode || one.autonomyMin.length === 0 || one.parts.length === 0,
  )
  expect(incompleteProducts.map(({ code }) => code)).toEqual([])
  expect(catalogue.products.filter(({ dimensions }) => !dimensions).map(({ code }) => code)).toEqual([])
})

test('order codes are unique and the UV lamp exists', () => {
  expect(new Set(catalogue.products.map(({ orderCode }) => orderCode)).size).toBe(catalogue.products.length)
  expect(catalogue.products.find(({ code }) => code === uvLampProductCode)?.kind).toBe('uvLamp')
})

test('products of simulated lamps are in the sample except some of another maker', () => {
  const kindOf = new Map(catalogue.products.map((one) => [one.code, one]))
  for (const [kind, codes] of Object.entries(lampProducts)) {
    const productNumbers = lampProductNumbers[kind as keyof typeof lampProductNumbers]
    const all = [...codes, ...productNumbers.map((number) => `FM${String(number).padStart(5, '0')}`)]
    expect(all.filter((code) => !kindOf.get(code)?.nodeTypes.includes(kind as never))).toEqual([])
  }
  const lamps = Array.from({ length: 40 }, (_, at) => ({ uv: null, product: at + 1, kind: 'emergency' as const }))
  const unknown = lamps.filter((lamp) => !kindOf.has(productCodeOf(lamp)))
  expect(unknown).toHaveLength(1)
  expect(lamps.filter((lamp) => (kindOf.get(productCodeOf(lamp))?.orderCode ?? null) !== orderCodeOf(lamp))).toEqual([])
})
