/**
 * Time for many virtual units to connect to the embedded broker, and memory per unit on both sides. node
 * bench/units-connect.ts --count 1000 --lamps 100
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openEmbeddedBroker } from '../server/src/adapters/broker/embedded-broker.ts'
import { openMqttLink } from '../server/src/adapters/broker/mqtt-link.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, lamps: { type: 'string', default: '100' } },
})
const count = Number(values.count)
const log = { info: () => {}, warn: () => {}, error: () => {} }
const factoryKey = 'bench'
const broker = await openEmbeddedBroker({ port: 0, host: '127.0.0.1', factoryKey, platformPassword: 'bench', log })
const brokerUrl = `mqtt://127.0.0.1:${broker.port}`
const link = openMqttLink({
  url: `mqtt://127.0.0.1:${broker.platformPort}`,
  username: 'platform',
  password: 'bench',
  log,
})
let messages = 0
let bytes = 0
link.onMessage(async ({ payload }) => {
  messages++
  bytes += payload.length
})
await link.connect()
const rssBefore = process.memoryUsage().rss

const simulator = new URL('../simulator/src/main.ts', import.meta.url).pathname
const fixed = ['--broker', brokerUrl, '--factory-key', factoryKey, '--still']
const units = spawn(process.execPath, [simulator, ...fixed, '--count', values.count, '--lamps', values.lamps], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
for await (const line of createInterface({ input: units.stdout })) {
  const message = JSON.parse(line)
  if (message.connected !== count) continue
  const brokerKibPerUnit = Math.round((process.memoryUsage().rss - rssBefore) / 1024 / count)
  const mebibytes = Math.round(bytes / 2 ** 20)
  console.log(JSON.stringify({ ...broker.counters(), ...message, brokerKibPerUnit, messages, mebibytes }))
  break
}
units.kill()
await link.close()
await broker.close()
