import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { machineClock } from '../../simulator/src/dali-bus/bus-clock.ts'
import { DaliBus } from '../../simulator/src/dali-bus/dali-bus.ts'
import { LunatoneGateway } from '../../simulator/src/dali-bus/lunatone-gateway.ts'
import { VirtualGear } from '../../simulator/src/dali-bus/virtual-gear.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The platform, the bridge in its own process, and a gateway with a virtual line between them. */
const unit = 'dali_0A1B2C'
const [cuType, cuId] = unit.split('_') as [string, string]
const bridgePath = fileURLToPath(new URL('../../bridge/src/main.ts', import.meta.url))
const state = mkdtempSync(join(tmpdir(), 'vigilux-bridge-'))
const lampCount = 8

let lifeMs = 0
let [since, speed] = [performance.now(), 1]
/** Time of batteries and tests, faster than that of the bus. */
const life = (): number => lifeMs + (performance.now() - since) * speed
const setSpeed = (next: number): void => {
  lifeMs = life()
  since = performance.now()
  speed = next
}

const gears = Array.from(
  { length: lampCount },
  (_, short) =>
    new VirtualGear({
      short,
      identity: { gtin: '9010342013607', id: 1000n + BigInt(short), firmware: [2, 1], hardware: [1, 0] },
      emergency: { ratedMin: 60, lastsMin: short === 3 ? 27 : 84, features: 0x0a },
      life,
    }),
)
const bus = new DaliBus(machineClock, gears)
let gateway: LunatoneGateway
let gatewayPort = 0
let product: RunningProduct
let installer: ApiClient
let plantId = ''
let bridge: ChildProcess
let panelPort = 0

const startBridge = async (): Promise<void> => {
  const args = ['--gateway', `ws://127.0.0.1:${gatewayPort}`, '--platform', product.unitMqttUrl, '--state', state]
  args.push('--unit', unit, '--panel', '0', '--test-spread', '0')
  const env = { ...process.env, BRIDGE_PASSWORD: unitPassword(testFactoryKey, unit) }
  bridge = spawn(process.execPath, [bridgePath, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env })
  if (!bridge.stdout) throw new Error('the bridge has no output')
  for await (const line of createInterface({ input: bridge.stdout })) {
    const { event, panelPort: port } = JSON.parse(line) as { event: string; panelPort?: number }
    if (event !== 'bridge started') continue
    panelPort = port ?? 0
    break
  }
  bridge.stdout.resume()
}
const killBridge = async (): Promise<void> => {
  const ended = once(bridge, 'exit')
  bridge.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  gateway = new LunatoneGateway({ lines: [bus], clock: machineClock })
  gatewayPort = await gateway.listen()
  product = await startProduct({ units: [], credentialsFor: [unit] })
  await startBridge()
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', {})
  plantId = plants[0]?.plant_id ?? ''
})
afterAll(async () => {
  if (bridge?.exitCode === null) await killBridge()
  await product?.stop()
  await gateway?.close()
  rmSync(state, { recursive: true, force: true })
})

const lamps = async () => (await installer.call('getLamps', { plantId, topic: unit })).lamps
const lampAt = async (addr: number) => (await lamps()).find((lamp) => lamp.id === addr)

it('is enrolled by the keys of its panel', async () => {
  await installer.call('saveCu', { plantId, cuType, cuId })
  await installer.call('enrollCu', { plantId, topic: unit })
  const front = async () =>
    (await fetch(`http://127.0.0.1:${panelPort}/state`)).json() as Promise<{ display: string[] }>
  await pollUntil('the bridge to ask for its keys', async () => (await front()).display[0] === 'CLOUD ENROLMENT')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ keys: ['SEL', 'OK'] })
  expect((await fetch(`http://127.0.0.1:${panelPort}/press`, { method: 'POST', headers, body })).status).toBe(200)
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
  setSpeed(20)
  const { test: functional } = await installer.call('ftest', { plantId, topic: unit, addr: [] })
  const first = await finished(functional.id)
  expect(first.results.map(({ result }) => result)).toEqual(gears.map(() => 'passed'))

  setSpeed(3_600)
  await pollUntil('full batteries', async () => (await lamps()).every((lamp) => lamp.battery === 100))
  setSpeed(120)
  const { test: autonomy } = await installer.call('ftest', {
    plantId,
    topic: unit,
    addr: [],
    kind: 'autonomy',
    anyway: true,
  })
  await pollUntil('lamps in test', async () => (await lamps()).some((lamp) => lamp.mode === 'autonomyTest'))
  await killBridge()
  await startBridge()
  const last = await finished(autonomy.id)
  expect(last.results).toHaveLength(lampCount)
  expect(new Set(last.results.map(({ lamp }) => lamp)).size).toBe(lampCount)
  const weak = last.results.find(({ lamp }) => lamp === 4)
  expect(weak).toMatchObject({ result: 'failed', reason: 'battery_duration', measured_s: 26 * 60 })
  expect(last.results.filter(({ result }) => result === 'passed')).toHaveLength(lampCount - 1)
  setSpeed(1)
})

it('shows a fault on the bus within one poll, and a bus without power as not reporting', async () => {
  gears[5]?.emergency?.faults.add('lamp')
  await pollUntil('the fault', async () => (await lampAt(6))?.errors.includes('lamp_failure'))
  gears[5]?.emergency?.faults.delete('lamp')
  await pollUntil('its end', async () => (await lampAt(6))?.errors.length === 0)
  bus.setPower(false)
  await pollUntil('no lamp to report', async () => (await lamps()).every((lamp) => lamp.mode === 'unreachable'))
  expect((await lamps()).flatMap(({ errors }) => errors.filter((error) => error === 'communication'))).toEqual([])
  bus.setPower(true)
  await pollUntil('the lamps again', async () => (await lamps()).every((lamp) => lamp.mode === 'normal'))
})
