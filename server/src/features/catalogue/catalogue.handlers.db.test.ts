import { type Catalogue, product } from '@vigilux/contract/features/catalogue/product.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anonymous, createTestServer, type TestServer } from '../../testing/test-server.ts'
import { readCatalogue, removeCatalogue, saveCatalogue } from './catalogue.store.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const anonymousClient = () => server.as(anonymous)

/** The sample, with one changed name. */
const renamed = (name: string): Catalogue => {
  const sample = sampleCatalogue()
  return { ...sample, products: sample.products.map((one) => (one.code === 'ST-24' ? { ...one, name } : one)) }
}

it('an anonymous caller sees a product and its parts only', async () => {
  const info = await anonymousClient().call('getProductInfo', { productId: 'ST-24' })
  expect(info.product.name).toBe('Stile LED 24 W')
  expect(info.family).toEqual({ id: 'STILE', name: 'Stile LED', kind: 'emergencyLamp' })
  expect(info.parts.map(({ code, product: part }) => [code, part.kind])).toEqual([
    ['415.009', 'battery'],
    ['418.124', 'ledModule'],
    ['419.025', 'driver'],
  ])
  expect(Object.keys(info).sort()).toEqual(['family', 'parts', 'product'])
  expect(Object.keys(info.product).filter((key) => !Object.hasOwn(product.shape, key))).toEqual([])
})

it('an anonymous caller sees the products of a family', async () => {
  const { family, products } = await anonymousClient().call('getFamilyInfo', { familyId: 'SEGNA' })
  expect(family.name).toBe('Segna')
  expect(products.map(({ code }) => code)).toEqual(['SG-20', 'SG-26', 'SG-30', 'SG-30D', 'SG-40', 'SG-40S'])
})

it('an anonymous caller sees which products are exit signs', async () => {
  const { codes } = await anonymousClient().call('getProductCodes', { kind: 'exitSign' })
  expect(codes.toSorted()).toEqual([
    'FM00007',
    'FM00008',
    'FM00009',
    'SG-20',
    'SG-26',
    'SG-30',
    'SG-30D',
    'SG-40',
    'SG-40S',
  ])
  expect((await anonymousClient().call('getProductCodes', { kind: 'bluetoothGateway' })).codes).not.toContain('SG-20')
  expect(await anonymousClient().refusal('getProductCodes', { kind: 'exit' })).toBe('INVALID_INPUT')
})

it.each([
  ['getProductInfo', { productId: 'ST-999' }, 'PRODUCT_NOT_FOUND'],
  ['getProductInfo', { productId: 'constructor' }, 'PRODUCT_NOT_FOUND'],
  ['getProductInfo', { productId: '../../etc/passwd' }, 'PRODUCT_NOT_FOUND'],
  ['getProductInfo', { productId: 'x'.repeat(10_000) }, 'INVALID_INPUT'],
  ['getProductInfo', { productId: 'ST\u00008' }, 'INVALID_INPUT'],
  ['getFamilyInfo', { familyId: 'NONE' }, 'FAMILY_NOT_FOUND'],
  ['getFamilyInfo', { familyId: '\u{1F4A1}'.repeat(5_000) }, 'INVALID_INPUT'],
])('%s of %j is refused with %s', async (action, input, code) => {
  expect(await anonymousClient().refusal(action, input)).toBe(code)
})

it('an imported catalogue is used at once, and the sample after its removal', async () => {
  const { db } = server.database
  const name = async () => (await anonymousClient().call('getProductInfo', { productId: 'ST-24' })).product.name
  expect(await saveCatalogue(db, renamed('First'), server.clock.now())).toBe(1)
  expect(await name()).toBe('First')
  expect(await saveCatalogue(db, renamed('Second'), server.clock.now())).toBe(2)
  expect(await name()).toBe('Second')
  await removeCatalogue(db)
  expect(await name()).toBe('Stile LED 24 W')
})

it('catalogue content is read once while it does not change', async () => {
  const { db } = server.database
  await saveCatalogue(db, renamed('Kept'), server.clock.now())
  const first = await readCatalogue(db)
  expect(await readCatalogue(db)).toBe(first)
  await removeCatalogue(db)
})
