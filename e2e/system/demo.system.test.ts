import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameOfLamp } from '../../server/src/demo/demo-names.ts'
import { type ApiClient, createApiClient, until } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The demo has something to look at from its first minute, and nobody has to make it happen. */
let product: RunningProduct
let installer: ApiClient
let plantId: string

beforeAll(async () => {
  product = await startProduct({
    alive: true,
    speed: 60,
    units: [
      { type: 'logica', serial: '0A1B01', lamps: 48, enrolled: true, plant: 'hospital' },
      { type: 'logica', serial: '0A1B02', lamps: 128, enrolled: true, plant: 'hospital' },
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'San Camillo' })).plants[0]?.plant_id ?? ''
})
afterAll(() => product?.stop())

const lampsOf = async () => (await installer.call('getLamps', { plantId })).lamps

it('lists lamps with the names of their places', async () => {
  const lamps = await until('names on all lamps', async () => {
    const found = await lampsOf()
    return found.length === 176 && found.every(({ description, location }) => description && location) && found
  })
  expect(lamps.find(({ cu, id }) => cu === 'logica_0A1B02' && id === 3)).toMatchObject(nameOfLamp('hospital', 3) ?? {})
  const { units } = await installer.call('getUnitsDetails', { plantId })
  expect(units.map(({ description }) => description).sort()).toEqual(['Centrale degenze', 'Centrale piano terra'])
})

it('has lamps with faults from the first second', async () => {
  const faulty = await until('a fault', async () => {
    const found = (await lampsOf()).filter(({ errors }) => errors.length > 0)
    return found.length > 0 && found
  })
  for (const { condition } of faulty)
    expect(['error', 'warning', 'emergency', 'testRunning', 'inhibited']).toContain(condition)
})

it('has run a functional test, whose results the unit gave', async () => {
  const test = await until('the end of a test', async () =>
    (await installer.call('getTests', { plantId })).tests.find(({ state }) => state === 'finished'),
  )
  expect(test).toMatchObject({ kind: 'functional' })
  const { results } = await installer.call('getTestReport', { plantId, testId: test.id })
  expect(results.length).toBeGreaterThan(0)
})

it('changes while one watches', async () => {
  const channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
  await until('news of lamps', () => channel.received('lamps').length > 0)
  channel.close()
})
