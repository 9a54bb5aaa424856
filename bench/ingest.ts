import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { until } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { acquireUnit, insertUnit } from '../server/src/features/central-units/index.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { type Figure, immediate } from './measure.ts'

const units = 20
const messagesPerUnit = 400
const lampsPerMessage = 8

/** A state message as a logica unit sends it. */
const stateOf = (seq: number): string => {
  const first = (seq * lampsPerMessage) % 96
  const lamps = Array.from({ length: lampsPerMessage }, (_, index) => lampAt(first + index + 1))
  return JSON.stringify({ life: 'be9c0be9c0be9c01', boot: 9, seq, at: new Date().toISOString(), body: { l: lamps } })
}

let lampAt: (addr: number) => unknown = () => null

const benchSerials = Array.from({ length: units }, (_, index) =>
  (0xb0000 + index).toString(16).toUpperCase().padStart(6, '0'),
)

/** Gives the plant units that only this measurement speaks for. */
export const addBenchUnits = async (product: RunningProduct, plantId: string): Promise<void> => {
  const { db } = product.product().database
  for (const cuId of benchSerials) {
    await insertUnit(db, { plantId, cuType: 'logica', cuId, description: '', location: '', addedAt: new Date() })
    await acquireUnit(db, plantId, `logica_${cuId}`)
  }
}

const connect = (url: string, options: mqtt.IClientOptions) =>
  new Promise<mqtt.MqttClient>((resolve, reject) => {
    const client = mqtt.connect(url, { reconnectPeriod: 0, clean: true, ...options })
    client.once('connect', () => {
      immediate(client)
      resolve(client)
    })
    client.once('error', reject)
  })

const publishAll = async (clients: mqtt.MqttClient[], topicOf: (index: number) => string): Promise<void> => {
  await Promise.all(
    clients.map(async (client, index) => {
      const window: Promise<unknown>[] = []
      for (let seq = 1; seq <= messagesPerUnit; seq++) {
        window.push(client.publishAsync(topicOf(index), stateOf(seq), { qos: 1 }))
        if (window.length >= 20) await window.shift()
      }
      await Promise.all(window)
    }),
  )
}

const persisted = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/vigilux_device_messages_persisted_total (\d+)/.exec(metrics)?.[1] ?? 0)
}

/** State messages per second from the units' sockets to committed rows, beside the bare broker and bare inserts. */
export const benchIngest = async (
  product: RunningProduct,
  exampleLamp: (addr: number) => unknown,
): Promise<Figure[]> => {
  lampAt = exampleLamp
  const total = units * messagesPerUnit
  const clients = await Promise.all(
    benchSerials.map((serial) => {
      const unit = `logica_${serial}`
      return connect(product.unitMqttUrl, {
        clientId: unit,
        username: unit,
        password: unitPassword(testFactoryKey, unit),
      })
    }),
  )
  const before = await persisted(product.url)
  const began = performance.now()
  await publishAll(clients, (index) => `v1/logica_${benchSerials[index]}/up/state`)
  await until('every message to be stored', async () => (await persisted(product.url)) - before >= total, 120_000)
  const ours = total / ((performance.now() - began) / 1000)

  const { openEmbeddedBroker } = await import('../server/src/adapters/broker/embedded-broker.ts')
  const quiet = { info: () => undefined, warn: () => undefined }
  const options = { port: 0, host: '127.0.0.1', factoryKey: testFactoryKey, platformPassword: 'bench', log: quiet }
  const limits = { publishBurst: 1e6, publishPerSecond: 1e6 }
  const broker = await openEmbeddedBroker({ ...options, limits })
  const bareUrl = `mqtt://127.0.0.1:${broker.port}`
  let received = 0
  const consumer = await connect(`mqtt://127.0.0.1:${broker.platformPort}`, {
    clientId: 'platform-bench',
    username: 'platform',
    password: 'bench',
  })
  consumer.on('message', () => {
    received++
  })
  await consumer.subscribeAsync('v1/+/up/state', { qos: 1 })
  const bare = await Promise.all(
    benchSerials.map((serial) => {
      const unit = `logica_${serial}`
      return connect(bareUrl, { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit) })
    }),
  )
  const bareBegan = performance.now()
  await publishAll(bare, (index) => `v1/logica_${benchSerials[index]}/up/state`)
  while (received < total) await new Promise((resolve) => setTimeout(resolve, 5))
  const raw = total / ((performance.now() - bareBegan) / 1000)
  await Promise.all([...clients, ...bare, consumer].map((client) => client.endAsync(true)))
  await broker.close()

  const { pool } = product.product().database
  await pool.query('create table bench_row (unit text, seq int, body text, at timestamptz)')
  const rows = 200
  const insertBegan = performance.now()
  for (let n = 0; n < total / rows; n++)
    await pool.query(
      'insert into bench_row select u, s, b, now() from unnest($1::text[], $2::int[], $3::text[]) as t(u, s, b)',
      [
        Array.from({ length: rows }, () => 'logica_0B0000'),
        Array.from({ length: rows }, (_, index) => index),
        Array.from({ length: rows }, (_, index) => stateOf(index)),
      ],
    )
  const inserts = total / ((performance.now() - insertBegan) / 1000)
  await pool.query('drop table bench_row')
  const note = `${total} messages of ${lampsPerMessage} lamps`
  return [
    {
      name: 'ingest against the bare broker',
      value: ours,
      unit: 'msg/s',
      limit: { value: raw, what: 'consumer that does nothing' },
      note,
    },
    {
      name: 'ingest against bare inserts',
      value: ours,
      unit: 'msg/s',
      limit: { value: inserts, what: `batches of ${rows}` },
    },
  ]
}
