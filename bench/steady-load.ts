/**
 * Steady load of many units: lost messages, latency, and memory growth.
 *
 * `node bench/steady-load.ts --units 1000 --lamps 100 --report-every 1000 --seconds 600`
 *
 * The virtual units run in their own process with a connection each, and records are counted at both ends. One more
 * unit, simulated here, sends a record and a state every half second: the record is acknowledged after its COMMIT, and
 * the state is awaited on the channel of a browser watching the plant.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { downTopic, upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt from 'mqtt'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import { startProduct } from '../e2e/support/running-product.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { disableNagle, type Figure, percentile, printTable } from './measure.ts'
import { seedUnit } from './seed-unit.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '1000' },
    lamps: { type: 'string', default: '100' },
    'report-every': { type: 'string', default: '1000' },
    'record-every': { type: 'string', default: '60000' },
    seconds: { type: 'string', default: '600' },
  },
})
const count = Number(values.units)
const seconds = Number(values.seconds)
const mebibyte = 1024 * 1024
const probe = 'logica_0FFFFF'

const serialOf = (n: number) => n.toString(16).toUpperCase().padStart(6, '0')
const units = Array.from({ length: count }, (_, at) => serialOf(at + 1))

const product = await startProduct({
  units: [],
  simulatorProcess: true,
  uncheckedAnswers: true,
  credentialsFor: [probe, ...units.map((serial) => `logica_${serial}`)],
})
const person = await createApiClient(product.url).signIn('nto')
const { plants } = await person.call('getAllPlants', { pageSize: 100 })
const { pool } = product.product().database
const [watchedPlant] = plants
if (!watchedPlant) throw new Error('no plants')

await seedUnit(product, { plantId: watchedPlant.plant_id, cuId: '0FFFFF' })
for (const [at, cuId] of units.entries())
  await seedUnit(product, { plantId: plants[at % plants.length]?.plant_id ?? '', cuId })

type ReportedCounts = { states: number; records: number; unacknowledged: number }
const simulator = new URL('../simulator/src/main.ts', import.meta.url).pathname
const fixed = ['--broker', product.unitMqttUrl, '--factory-key', testFactoryKey, '--still', '--type', 'logica']
const reportOptions = ['--report-every', values['report-every'], '--record-every', values['record-every']]
const fleet = spawn(
  process.execPath,
  [simulator, ...fixed, ...reportOptions, '--count', values.units, '--lamps', values.lamps],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
let reportedCounts: ReportedCounts = { states: 0, records: 0, unacknowledged: 0 }
let connected = 0
let isSilent = false
createInterface({ input: fleet.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as { counts?: ReportedCounts; connected?: number; silent?: boolean }
  reportedCounts = message.counts ?? reportedCounts
  connected = message.connected ?? connected
  isSilent = message.silent ?? isSilent
})

const socket = await person.realtime()
await person.call('getPlantDetails', { plantId: watchedPlant.plant_id, socketId: socket.socketId })
const progress = (step: string) => console.log(JSON.stringify({ s: Math.round(performance.now() / 1000), what: step }))
progress('units start')
await pollUntil('every unit to be connected', () => connected === count, 180_000)
progress('every unit is connected')
await pollUntil(
  'every lamp to be stored',
  async () => {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from lamp')
    return (rows[0]?.n ?? 0) >= count * Number(values.lamps)
  },
  300_000,
)

progress('every lamp is stored')
const client = mqtt.connect(product.unitMqttUrl, {
  clientId: probe,
  username: probe,
  password: unitPassword(testFactoryKey, probe),
})
await new Promise((resolve) => client.once('connect', resolve))
disableNagle(client)
await client.subscribeAsync(downTopic(probe, 'ack'), { qos: 1 })
const life = 'be9c0be9c0be9c01'
const birthMessage = { life, boot: 1, connection: 0, online: true }
await client.publishAsync(upTopic(probe, 'online'), JSON.stringify(birthMessage), { qos: 1, retain: true })

const sentAt = new Map<string, number>()
const toDatabase: number[] = []
const toBrowser: number[] = []
const recordArrival = (key: string, durations: number[]): void => {
  const startedAt = sentAt.get(key)
  if (startedAt === undefined) return
  sentAt.delete(key)
  durations.push(performance.now() - startedAt)
}
client.on('message', (_topic, payload) => {
  const { records } = JSON.parse(payload.toString()) as { records: [number, number][] }
  for (const [, seq] of records) recordArrival(`record ${seq}`, toDatabase)
})
const watching = setInterval(() => {
  for (const { action, data } of socket.messages.splice(0)) {
    if (action !== 'lamps') continue
    for (const lamp of data.lamps as Lamp[]) if (lamp.cu === probe) recordArrival(`state ${lamp.dimming}`, toBrowser)
  }
}, 1)
let seq = 0
const probing = setInterval(() => {
  seq++
  const at = new Date().toISOString()
  const level = seq % 100
  const lamp = [1, '0A1B2C', 1, 2, 0, 0, 0, 255, 0, Math.round(level * 2.54), 0, 0, 0, null, null]
  sentAt.set(`state ${level}`, performance.now())
  sentAt.set(`record ${seq}`, performance.now())
  void client.publishAsync(upTopic(probe, 'state'), JSON.stringify({ life, boot: 1, seq, at, body: { l: [lamp] } }), {
    qos: 1,
  })
  const record = { life, boot: 1, seq, at, kind: 'lamp.fault', body: [1, '0A1B2C', 10, seq % 2] }
  void client.publishAsync(upTopic(probe, 'record'), JSON.stringify(record), { qos: 1 })
}, 500)

// The first minute still processes the backlog of the start.
const settledAfterS = Math.min(60, seconds / 2)
const memory: number[] = []
const statesBefore = reportedCounts.states
const startedAt = performance.now()
let isSettled = false
while ((performance.now() - startedAt) / 1000 < seconds) {
  await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, seconds * 1000)))
  if (!isSettled && (performance.now() - startedAt) / 1000 >= settledAfterS) {
    isSettled = true
    toDatabase.length = 0
    toBrowser.length = 0
  }
  memory.push(process.memoryUsage().rss / mebibyte)
  const lateP99 = percentile(toDatabase.slice(-20), 0.99)
  const line = {
    s: Math.round((performance.now() - startedAt) / 1000),
    states: reportedCounts.states - statesBefore,
    late: Math.round(lateP99),
    rss: Math.round(memory.at(-1) ?? 0),
  }
  console.log(JSON.stringify(line))
}
const elapsedS = (performance.now() - startedAt) / 1000
const rate = (reportedCounts.states - statesBefore) / elapsedS
clearInterval(probing)
// They stop sending, for a count at both ends.
fleet.kill('SIGUSR2')
await pollUntil('the last counts', () => isSilent, 10_000)
await pollUntil('every record to be acknowledged', () => reportedCounts.unacknowledged === 0, 60_000)
const recordCount = reportedCounts.records
const { rows } = await pool.query<{ n: number }>(
  "select count(*)::int as n from unit_record where unit <> $1 and kind = 'lamp.fault'",
  [probe],
)
fleet.kill()
clearInterval(watching)
await client.endAsync(true)

const afterFirstMinute = memory[Math.min(5, memory.length - 1)] ?? Number.NaN
const figures: Figure[] = [
  {
    name: 'state messages a second, sustained',
    value: rate,
    unit: 'msg/s',
    note: `${count} units of ${values.lamps} lamps, ${Math.round(elapsedS)} s`,
  },
  {
    name: 'records stored of records made',
    value: rows[0]?.n ?? 0,
    unit: '',
    limit: { value: recordCount, what: 'made by the units' },
  },
  {
    name: 'unit to database, p50',
    value: percentile(toDatabase, 0.5),
    unit: 'ms',
    note: `${toDatabase.length} records, answered after COMMIT`,
  },
  { name: 'unit to database, p99', value: percentile(toDatabase, 0.99), unit: 'ms' },
  {
    name: 'unit to watching browser, p50',
    value: percentile(toBrowser, 0.5),
    unit: 'ms',
    note: `${toBrowser.length} states`,
  },
  { name: 'unit to watching browser, p99', value: percentile(toBrowser, 0.99), unit: 'ms' },
  {
    name: 'memory after the first minute',
    value: afterFirstMinute,
    unit: 'MiB',
    note: 'server with its database and broker',
  },
  {
    name: 'memory at the end',
    value: memory.at(-1) ?? Number.NaN,
    unit: 'MiB',
    limit: { value: afterFirstMinute, what: 'after the first minute' },
  },
]
printTable(figures)
console.log(JSON.stringify(figures))
await product.stop()
process.exit(0)
