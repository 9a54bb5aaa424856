import { lampDetail, uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { findUnit } from '../central-units/index.ts'
import { moveLampProducts } from '../lamps/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const uv = lampDetail.parse({ params: { opticom: 20, uvOxyTimer: 5 } })
  await insertLamps(plant.server, plant.plantId, [
    { addr: 8, serial: 'B1B2C8', detail: uv, productCode: 'ST-8' },
    { addr: 9, serial: 'B1B2C9', productCode: '7F10' },
  ])
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

const at = (...addr: number[]) => ({ topic: plant.unit.topic, addr })
const set = (productCode: string | null, ...addrs: number[]) =>
  plant.client.call('updateProductCode', { plantId: plant.plantId, lamps: [at(...addrs)], productCode })
const lamp = async (addr: number) => plant.client.call('getLamp', { ...plant.unit, addr })

it('a product set by hand overrides the reported one until it is withdrawn', async () => {
  await set('SG-20', 8, 9)
  expect(plant.drainEvents()).toContain('lamps')
  const { lamp: productLamp, reported_product_code } = await lamp(8)
  expect([productLamp.product_code, productLamp.product_by_hand, reported_product_code]).toEqual([
    'SG-20',
    true,
    'ST-8',
  ])
  const { lamps } = await plant.client.call('getLamps', { plantId: plant.plantId })
  expect(lamps.filter((one) => one.product_by_hand).map((one) => one.product_code)).toEqual(['SG-20', 'SG-20'])
  await set(null, 8, 9)
  const originalLamp = (await lamp(8)).lamp
  expect([originalLamp.product_code, originalLamp.product_by_hand]).toEqual(['ST-8', undefined])
})

it('the product decides which parameters a lamp supports', async () => {
  const params = { uvOxyTimer: 10 }
  expect(await plant.client.refusal('setParam', { ...plant.unit, addr: 8, params })).toBe('PARAMETER_NOT_SUPPORTED')
  await set(uvLampProductCode, 8)
  expect((await lamp(8)).detail?.params).toEqual({ opticom: 20, uvOxyTimer: 5 })
  expect(await plant.client.refusal('setParam', { ...plant.unit, addr: 8, params })).toBeNull()
  expect(
    await plant.client.refusal('setMultiParam', {
      plantId: plant.plantId,
      bundleId: crypto.randomUUID(),
      units: [{ topic: plant.unit.topic, addr: [8] }],
      params,
    }),
  ).not.toBe('PARAMETER_NOT_SUPPORTED')
  await set(null, 8)
})

it('a product set by hand survives new reports and moves with its unit', async () => {
  const { server, plantId } = plant
  await set('SC-9', 9)
  const lampNow = [9, 'B1B2C9', 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, '7F10', '1.0']
  await plant.sendMessage('state', { boot: 1, seq: 7, body: { l: [lampNow] } })
  expect((await lamp(9)).lamp.product_code).toBe('SC-9')
  await server.create.unit(plantId, 'logica', '0A1B2D')
  const [from, to] = [plant.unit.topic, 'logica_0A1B2D']
  const units = [
    await findUnit(server.database.db, plantId, { topic: from }),
    await findUnit(server.database.db, plantId, { topic: to }),
  ]
  await moveLampProducts(server.database.db, units[0]?.id ?? '', units[1]?.id ?? '')
  await insertLamps(server, plantId, [{ addr: 1, serial: 'B1B2C9', productCode: '7F10' }], to)
  const movedLamp = await plant.client.call('getLamp', { plantId, topic: to, addr: 1 })
  expect(movedLamp.lamp.product_code).toBe('SC-9')
})

type Given = { productCode: string; lamps?: []; addr?: number; topic?: string }

it.each<[string, Given, string]>([
  ['a code that the catalogue does not have', { productCode: 'ST-999' }, 'PRODUCT_NOT_FOUND'],
  ['a battery', { productCode: '415.009' }, 'PRODUCT_DOES_NOT_FIT'],
  ['a central unit', { productCode: 'VLX4128' }, 'PRODUCT_DOES_NOT_FIT'],
  ['what is no code', { productCode: 'ST 8' }, 'INVALID_INPUT'],
  ['no lamp', { productCode: 'ST-8', lamps: [] }, 'INVALID_INPUT'],
  ['a lamp that is not there', { productCode: 'ST-8', addr: 77 }, 'LAMP_NOT_FOUND'],
  ['a lamp of another plant', { productCode: 'ST-8', topic: 'logica_0FFFFF' }, 'LAMP_NOT_FOUND'],
])('%s is refused without a change', async (_, { productCode, lamps, addr = 8, topic = plant.unit.topic }, code) => {
  const input = { plantId: plant.plantId, productCode, lamps: lamps ?? [at(8), { topic, addr: [addr] }] }
  expect(await plant.client.refusal('updateProductCode', input)).toBe(code)
  expect((await lamp(8)).lamp.product_code).toBe('ST-8')
  expect(plant.drainEvents()).toEqual([])
})

it('only roles that configure lamps can set products', async () => {
  const { server } = plant
  const people = { installerReadOnly: await server.create.user(), clientOwner: await server.create.user() }
  const members = { installerReadOnly: people.installerReadOnly.userId, clientOwner: people.clientOwner.userId }
  const plantId = await server.create.plant({ members })
  for (const person of Object.values(people)) {
    const input = { plantId, lamps: [at(8)], productCode: 'ST-8' }
    expect(await server.as(person).refusal('updateProductCode', input)).toBe('NOT_ALLOWED')
    expect(await server.as(person).refusal('updateProductCode', { ...input, plantId: plant.plantId })).toBe(
      'PLANT_NOT_FOUND',
    )
  }
})
