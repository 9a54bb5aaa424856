import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { givenLamps } from '../../testing/given-lamps.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const dimmable = lampDetail.parse({ params: { opticom: 20 } })
  await givenLamps(plant.server, plant.plantId, [
    { addr: 5, serial: 'B1B2C5', detail: dimmable, type: 'lighting' },
    { addr: 6, serial: 'B1B2C6', detail: dimmable, type: 'sensor' },
  ])
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.news())

it.each([
  { action: 'getLamp', input: { addr: 7 }, code: 'LAMP_NOT_FOUND' },
  { action: 'identifyLamp', input: { addr: 7 }, code: 'LAMP_NOT_FOUND' },
  { action: 'setLampName', input: { addr: 7, lampName: 'Door' }, code: 'LAMP_NOT_FOUND' },
  { action: 'setLampName', input: { addr: 1, lampName: 'Seventeen letters' }, code: 'NAME_TOO_LONG' },
  { action: 'setParam', input: { addr: 7, params: { opticom: 50 } }, code: 'LAMP_NOT_FOUND' },
  { action: 'setParam', input: { addr: 1, params: { opticom: 50 } }, code: 'PARAMETER_NOT_SUPPORTED' },
  { action: 'setParam', input: { addr: 5, params: { opticom: 50, infinity: true } }, code: 'PARAMETER_NOT_SUPPORTED' },
  { action: 'setMultiParam', input: { addr: [5, 7], params: { opticom: 50 } }, code: 'LAMP_NOT_FOUND' },
  { action: 'setMultiParam', input: { addr: [5, 1], params: { opticom: 50 } }, code: 'PARAMETER_NOT_SUPPORTED' },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  expect(await plant.as.refusal(action, { ...plant.unit, ...input })).toBe(code)
  expect(plant.news()).toEqual([])
})

it('saves no description of a lamp that is not there', async () => {
  const { plantId, unit } = plant
  const lampDescInfo = { topic: unit.topic, addr: 7, description: 'Door', location: '' }
  expect(await plant.as.refusal('saveLampDescription', { plantId, lampDescInfo })).toBe('LAMP_NOT_FOUND')
})

it.each([
  { devicesType: 'all', ids: [1, 2, 3, 4, 5, 6] },
  { devicesType: 'emergency', ids: [1, 2, 3, 4] },
  { devicesType: 'lighting', ids: [5] },
  { devicesType: 'other', ids: [6] },
] as const)('lists the devices $devicesType: $ids', async ({ devicesType, ids }) => {
  const { lamps, total } = await plant.as.call('getLamps', { ...plant.named, devicesType })
  expect(lamps.map(({ id }) => id)).toEqual(ids)
  expect(total).toBe(ids.length)
})

it('keeps a description with the serial of the lamp, and announces it', async () => {
  const { as, plantId, unit } = plant
  const lampDescInfo = { topic: unit.topic, addr: 1, description: 'Door', location: 'North' }
  await as.call('saveLampDescription', { plantId, lampDescInfo })
  expect(plant.news()).toEqual(['saveLampDescription'])
  expect((await as.call('getLamp', { ...unit, addr: 1 })).lamp).toMatchObject({ serial: 'A1B2C1', description: 'Door' })
  expect((await as.call('getLamp', { ...unit, addr: 2 })).lamp.description).toBe('')
})

it('sends what is in order', async () => {
  const { as, unit } = plant
  const sent = [
    await as.call('identifyLamp', { ...unit, addr: 1 }),
    await as.call('stopIdentifyLamp', { ...unit, addr: 1 }),
    await as.call('setLampName', { ...unit, addr: 1, lampName: 'Sixteen letters1' }),
    await as.call('setParam', { ...unit, addr: 5, params: { opticom: 50 } }),
  ]
  expect(sent.map(({ command }) => command.command)).toEqual(['identify', 'stop_blink', 'setLampName', 'setParam'])
  expect(plant.news()).toEqual(sent.map(() => 'response'))
})

it('sets the parameters of several lamps in one operation, which can be undone', async () => {
  const { as, unit, plantId } = plant
  const { operation } = await as.call('setMultiParam', { ...unit, addr: [5, 6, 5], params: { opticom: 50 } })
  await plant.obey()
  const ended = (await as.call('getOperation', { plantId, operationId: operation.id })).operation
  expect(ended).toMatchObject({ kind: 'setParams', state: 'done', total: 1, canUndo: true })
})
