import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { openBridgeSite } from '../support/bridge-site.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The platform, the bridge in its own process, and a gateway with a virtual line between them. */
const unit = 'dali_0A1B2C'
const [cuType, cuId] = unit.split('_') as [string, string]
const lampCount = 8
let site: Awaited<ReturnType<typeof openBridgeSite>>
let product: RunningProduct
let installer: ApiClient
let plantId = ''

beforeAll(async () => {
  site = await openBridgeSite(unit, lampCount)
  product = await startProduct({ units: [], credentialsFor: [unit] })
  await site.startBridge(product.unitMqttUrl)
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', {})
  plantId = plants[0]?.plant_id ?? ''
})
afterAll(async () => {
  await site?.close()
  await product?.stop()
})

const lamps = async () => (await installer.call('getLamps', { plantId, topic: unit })).lamps
const lampAt = async (addr: number) => (await lamps()).find((lamp) => lamp.id === addr)

it('is enrolled by the keys of its panel', async () => {
  await installer.call('saveCu', { plantId, cuType, cuId })
  await installer.call('enrollCu', { plantId, topic: unit })
  await site.bridge.pressKeys()
  const outcome = await pollUntil('an outcome', async () => {
    const { enrolment } = await installer.call('enrollCuAck', { plantId, topic: unit })
    return enrolment.outcome
  })
  expect(outcome).toBe('ok')
})

it('scans its line, and shows the gear as lamps', async () => {
  await installer.call('createNetwork', { plantId, topic: unit })
  await pollUntil('all lamps', async () => (await lamps()).length === lampCount)
  await pollUntil('their state', async () => (await lamps()).every((lamp) => lamp.mode === 'normal'))
  const { detail } = await installer.call('getLamp', { plantId, topic: unit, addr: 5 })
  expect(detail).toMatchObject({ line: 1, gear: { shortAddress: 4, gtin: '9010342013607', recognisable: true } })
})

it('runs a functional test, and an autonomy test over which it is killed, and loses and doubles no result', async () => {
  const reportOf = (testId: string) => installer.call('getTestReport', { plantId, testId, pageSize: 200 })
  const finished = (testId: string) =>
    pollUntil('the end of the test', async () => {
      const now = await reportOf(testId)
      return now.test.state === 'finished' && now
    })
  site.setSpeed(20)
  const { test: functional } = await installer.call('ftest', { plantId, topic: unit, addr: [] })
  const first = await finished(functional.id)
  expect(first.results.map(({ result }) => result)).toEqual(site.gears.map(() => 'passed'))

  site.setSpeed(3_600)
  await pollUntil('full batteries', async () => (await lamps()).every((lamp) => lamp.battery === 100))
  site.setSpeed(120)
  const { test: autonomy } = await installer.call('ftest', {
    plantId,
    topic: unit,
    addr: [],
    kind: 'autonomy',
    anyway: true,
  })
  await pollUntil('lamps in test', async () => (await lamps()).some((lamp) => lamp.mode === 'autonomyTest'))
  await site.bridge.kill()
  await site.startBridge(product.unitMqttUrl)
  const last = await finished(autonomy.id)
  expect(last.results).toHaveLength(lampCount)
  expect(new Set(last.results.map(({ lamp }) => lamp)).size).toBe(lampCount)
  const weak = last.results.find(({ lamp }) => lamp === 4)
  expect(weak).toMatchObject({ result: 'failed', reason: 'battery_duration', measured_s: 26 * 60 })
  expect(last.results.filter(({ result }) => result === 'passed')).toHaveLength(lampCount - 1)
  site.setSpeed(1)
})

it('shows a fault on the bus within one poll, and a bus without power as not reporting', async () => {
  site.gears[5]?.emergency?.faults.add('lamp')
  await pollUntil('the fault', async () => (await lampAt(6))?.errors.includes('lamp_failure'))
  site.gears[5]?.emergency?.faults.delete('lamp')
  await pollUntil('its end', async () => (await lampAt(6))?.errors.length === 0)
  site.bus.setPower(false)
  await pollUntil('no lamp to report', async () => (await lamps()).every((lamp) => lamp.mode === 'unreachable'))
  expect((await lamps()).flatMap(({ errors }) => errors.filter((error) => error === 'communication'))).toEqual([])
  site.bus.setPower(true)
  await pollUntil('the lamps again', async () => (await lamps()).every((lamp) => lamp.mode === 'normal'))
})
