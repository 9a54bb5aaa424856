import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoName } from '../../server/src/demo/demo-accounts.ts'
import { nameOfLamp } from '../../server/src/demo/demo-names.ts'
import { createRepairRecorder } from '../../server/src/demo/record-repairs.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The demo has content from its first minute, without any action. */
let product: RunningProduct
let installer: ApiClient
let plantId: string

beforeAll(async () => {
  product = await startProduct({
    alive: true,
    speed: 60,
    units: [
      { type: 'logica', serial: '0A1B01', lamps: 48, enrolled: true, plant: 'hospital', plays: 'inTrouble' },
      { type: 'logica', serial: '0A1B02', lamps: 128, enrolled: true, plant: 'hospital', plays: 'testing' },
      { type: 'logica', serial: '0A1B03', lamps: 20, enrolled: true, plant: 'logistics', plays: 'onBattery' },
      { type: 'cablecom', serial: '0C1A01', lamps: 12, enrolled: true, plant: 'hotel', plays: 'offline' },
      { type: 'sicuro', serial: '0D1A01', lamps: 20, enrolled: true, plant: 'theatre', plays: 'inhibited' },
      { type: 'gateway', serial: '0E1A01', lamps: 8, enrolled: true, plant: 'mill' },
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'San Camillo' })).plants[0]?.plant_id ?? ''
})
afterAll(() => product?.stop())

const lampsOf = async () => (await installer.call('getLamps', { plantId })).lamps

it('lamps are listed with the names of their places', async () => {
  const lamps = await pollUntil('names on all lamps', async () => {
    const found = await lampsOf()
    return found.length === 176 && found.every(({ description, location }) => description && location) && found
  })
  expect(lamps.find(({ cu, id }) => cu === 'logica_0A1B02' && id === 3)).toMatchObject(nameOfLamp('hospital', 3) ?? {})
  const { units } = await installer.call('getUnitsDetails', { plantId })
  expect(units.map(({ description }) => description).sort()).toEqual(['Centrale degenze', 'Centrale piano terra'])
})

it('lamps have faults from the first second', async () => {
  const faulty = await pollUntil('a fault', async () => {
    const found = (await lampsOf()).filter(({ errors }) => errors.length > 0)
    return found.length > 0 && found
  })
  for (const { condition } of faulty)
    expect(['error', 'warning', 'emergency', 'testRunning', 'inhibited']).toContain(condition)
})

it('a functional test has run with results from the unit', async () => {
  const test = await pollUntil('the end of a test', async () =>
    (await installer.call('getTests', { plantId })).tests.find(({ state }) => state === 'finished'),
  )
  expect(test).toMatchObject({ kind: 'functional' })
  const { results } = await installer.call('getTestReport', { plantId, testId: test.id })
  expect(results.length).toBeGreaterThan(0)
})

it('the plant changes while the page is open', async () => {
  const channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
  await pollUntil('news of lamps', () => channel.received('lamps').length > 0)
  channel.close()
})

it('each plant shows the state that its units simulate', async () => {
  const expectedStates = {
    'Ospedale San Camillo – Padiglione B': 'error',
    'Lagerhalle Nord': 'emergency',
    'Hotel Bellavista': 'offline',
    'Teatro della Fontana': 'inhibited',
    'Canal Mill Offices': 'ok',
  }
  await pollUntil('all states', async () => {
    const { plants } = await installer.call('getAllPlants', {})
    const states = new Map(plants.map(({ plantname, condition }) => [plantname, condition]))
    return Object.entries(expectedStates).every(([name, condition]) => states.get(name) === condition)
  })
})

it('repairs of the technician are logged with account and passed test', async () => {
  const { lamps } = await installer.call('getLamps', { plantId })
  const repairedLamp = lamps.find(
    ({ cu, type, errors }) => cu === 'logica_0A1B01' && type === 'emergency' && errors.length === 0,
  )
  const recordRepairs = createRepairRecorder(product.product(), quietLog())
  recordRepairs({ unit: 'logica_0A1B01', addr: repairedLamp?.id ?? 0, faults: ['battery_duration'] })
  const entry = await pollUntil('the entry', async () =>
    (await installer.call('getAudit', { plantId, search: demoName('staff') })).entries.find(
      ({ action }) => action === 'ftest',
    ),
  )
  expect(entry).toMatchObject({ result: 'ok', name: demoName('staff') })
  const test = await pollUntil('the test', async () =>
    (await installer.call('getTests', { plantId })).tests.find(
      ({ requestedBy, state }) => requestedBy === demoName('staff') && state === 'finished',
    ),
  )
  expect(test).toMatchObject({ kind: 'functional', total: 1, passed: 1 })
})
