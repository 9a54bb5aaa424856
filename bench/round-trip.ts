import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { testFactoryKey, testPlatformPassword } from '../server/src/testing/test-broker.ts'
import { disableNagle, type Figure, measureTimes, percentile } from './measure.ts'

const run = promisify(execFile)
const rounds = 200
/** Afterwards an account's allowance is full again. */
const limitMs = 60_000
const personProgram = fileURLToPath(new URL('./round-trip-person.ts', import.meta.url))

/** From a browser's call to the unit and back to the browser's realtime channel, next to a bare MQTT round trip. */
export const benchRoundTrip = async (product: RunningProduct, plantId: string, topic: string): Promise<Figure[]> => {
  const measureCommands = async (transport: 'http' | 'channel') => {
    const { stdout } = await run(process.execPath, [personProgram, product.url, plantId, topic, transport])
    return JSON.parse(stdout) as number[]
  }
  const overHttp = await measureCommands('http')
  await pause(limitMs)
  const overChannel = await measureCommands('channel')

  const unit = 'logica_0BEEEE'
  const password = unitPassword(testFactoryKey, unit)
  const asUnit = mqtt.connect(product.unitMqttUrl, { clientId: unit, username: unit, password })
  const platform = { clientId: 'platform-bench', username: 'platform', password: testPlatformPassword }
  const asPlatform = mqtt.connect(product.platformMqttUrl, platform)
  for (const client of [asUnit, asPlatform]) client.on('connect', () => disableNagle(client))
  await asUnit.subscribeAsync(`v1/${unit}/down/command`, { qos: 1 })
  await asPlatform.subscribeAsync(`v1/${unit}/up/response`, { qos: 1 })
  asUnit.on('message', () => asUnit.publish(`v1/${unit}/up/response`, '{}', { qos: 1 }))
  let answers = 0
  asPlatform.on('message', () => {
    answers++
  })
  const plainRoundTrips = await measureTimes(rounds, async () => {
    const before = answers
    asPlatform.publish(`v1/${unit}/down/command`, '{}', { qos: 1 })
    while (answers === before) await new Promise((resolve) => setImmediate(resolve))
  })
  await Promise.all([asUnit.endAsync(true), asPlatform.endAsync(true)])
  const line = (productMs: readonly number[], share: number, name: string): Figure => ({
    name: `command, browser to unit and back, ${name}`,
    value: percentile(productMs, share),
    unit: 'ms',
    limit: { value: percentile(plainRoundTrips, share), what: 'bare MQTT round trip' },
  })
  return [
    line(overHttp, 0.5, 'p50'),
    line(overHttp, 0.99, 'p99'),
    line(overChannel, 0.5, 'p50, called over the channel'),
    line(overChannel, 0.99, 'p99, called over the channel'),
  ]
}

/** Cost of the overview and the device list of a plant with a full logicafm. */
export const benchScreens = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const person = await createApiClient(product.url).signIn('nto')
  const figures: Figure[] = []
  for (const action of ['getPlantDetails', 'getLamps'] as const) {
    const bytes = (await (await person.post('/api', { action, plantId })).text()).length
    const all = await measureTimes(100, async () => (await person.post('/api', { action, plantId })).text())
    const note = `${Math.round(bytes / 1024)} KiB`
    for (const [share, name] of [
      [0.5, 'p50'],
      [0.99, 'p99'],
    ] as const)
      figures.push({ name: `${action} of 992 lamps, ${name}`, value: percentile(all, share), unit: 'ms', note })
  }
  return figures
}

/** The report of a test of 992 lamps. */
export const benchReport = async (product: RunningProduct, plantId: string, topic: string): Promise<Figure[]> => {
  const person = await createApiClient(product.url).signIn('installer')
  const { test } = await person.call('ftest', { plantId, topic, addr: [] })
  const ended = async () => (await person.call('getTestReport', { plantId, testId: test.id })).test.state === 'finished'
  await pollUntil('the test', ended, 120_000)
  const startedAt = performance.now()
  const { report } = await person.call('createReport', { plantId, testId: test.id, language: 'en' })
  const ready = await pollUntil(
    'the report',
    async () => {
      const { report: now } = await person.call('getReport', { plantId, reportId: report.id })
      return now.state === 'ready' && now
    },
    60_000,
  )
  const seconds = (performance.now() - startedAt) / 1000
  const note = `${test.total} lamps`
  return [
    { name: 'report, asked for to ready', value: seconds, unit: 's', note },
    { name: 'report, size', value: (ready.bytes ?? 0) / 1024 / 1024, unit: 'MiB', note },
  ]
}
