import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { until } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { openEmbeddedBroker } from '../server/src/adapters/broker/embedded-broker.ts'
import { acquireUnit, insertUnit, unitsById } from '../server/src/features/central-units/index.ts'
import { type LampNews, saveLamps } from '../server/src/features/lamps/lamps.store.ts'
import { decodeDeviceMessage } from '../server/src/kernel/device-messages.ts'
import type { Db } from '../server/src/kernel/transaction.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { type Figure, figureOf, immediate } from './measure.ts'

const units = 20
const messagesPerUnit = 400
const lampsPerMessage = 8
export const messagesOfRound = units * messagesPerUnit
const rounds = 3
/** As many as the server takes in at once. */
const perTransaction = 500

/** What a unit sends is newer in each round, and other than before: charge and level move. */
const stateOf = (round: number, seq: number): string => {
  const first = (seq * lampsPerMessage) % 96
  const level = 128 + ((seq + round) % 127)
  const lamps = Array.from({ length: lampsPerMessage }, (_, index) => {
    return [first + index + 1, '0A1B2C', 0, 2, 8, 0, 2, level, 30, level, 9, 1, 0, 'ST-8', '1.0']
  })
  return JSON.stringify({
    ...{ life: 'be9c0be9c0be9c01', boot: 9 + round, seq, at: new Date().toISOString() },
    body: { l: lamps },
  })
}

export const benchUnits = Array.from({ length: units }, (_, index) => {
  const cuId = (0xb0000 + index).toString(16).toUpperCase().padStart(6, '0')
  return { cuId, unit: `logica_${cuId}`, topic: `v1/logica_${cuId}/up/state` }
})

/** Gives the plant units that only this measurement speaks for. */
export const addUnits = async (db: Db, plantId: string): Promise<void> => {
  for (const { cuId, unit } of benchUnits) {
    await insertUnit(db, { plantId, cuType: 'logica', cuId, description: '', location: '', addedAt: new Date() })
    await acquireUnit(db, plantId, unit)
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

export const connectUnits = (url: string) =>
  Promise.all(
    benchUnits.map(({ unit }) =>
      connect(url, { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit) }),
    ),
  )

export const publishAll = async (clients: mqtt.MqttClient[], round: number): Promise<void> => {
  await Promise.all(
    clients.map(async (client, index) => {
      const window: Promise<unknown>[] = []
      for (let seq = 1; seq <= messagesPerUnit; seq++) {
        window.push(client.publishAsync(benchUnits[index]?.topic ?? '', stateOf(round, seq), { qos: 1 }))
        if (window.length >= 20) await window.shift()
      }
      await Promise.all(window)
    }),
  )
}

export const persisted = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/vigilux_device_messages_persisted_total (\d+)/.exec(metrics)?.[1] ?? 0)
}

const perSecond = (began: number): number => messagesOfRound / ((performance.now() - began) / 1000)

/** Through broker, bounds, decoding, store, figures and announcements: from the units' sockets to committed rows. */
const measureOurs = async (product: RunningProduct, clients: mqtt.MqttClient[], round: number): Promise<number> => {
  const before = await persisted(product.url)
  const began = performance.now()
  await publishAll(clients, round)
  await until('every message to be stored', async () => (await persisted(product.url)) - before >= messagesOfRound)
  return perSecond(began)
}

/** The same messages to a broker whose consumer does nothing. */
const openBareBroker = async () => {
  const log = { info: () => undefined, warn: () => undefined }
  const options = { port: 0, host: '127.0.0.1', factoryKey: testFactoryKey, platformPassword: 'bench', log }
  const broker = await openEmbeddedBroker({ ...options, limits: { publishBurst: 1e6, publishPerSecond: 1e6 } })
  const platform = { clientId: 'platform-bench', username: 'platform', password: 'bench' }
  const consumer = await connect(`mqtt://127.0.0.1:${broker.platformPort}`, platform)
  let received = 0
  consumer.on('message', () => {
    received++
  })
  await consumer.subscribeAsync('v1/+/up/state', { qos: 1 })
  const clients = await connectUnits(`mqtt://127.0.0.1:${broker.port}`)
  return {
    measure: async (round: number): Promise<number> => {
      received = 0
      const began = performance.now()
      await publishAll(clients, round)
      while (received < messagesOfRound) await new Promise((resolve) => setTimeout(resolve, 5))
      return perSecond(began)
    },
    close: async () => {
      await Promise.all([...clients, consumer].map((client) => client.endAsync(true)))
      await broker.close()
    },
  }
}

/** The rows that a message changes, read before the clock runs. */
const newsOf = async (product: RunningProduct, round: number): Promise<LampNews[][]> => {
  const { database, ports } = product.product()
  const { rows } = await database.pool.query('select id, unit from central_unit where unit = any($1)', [
    benchUnits.map(({ unit }) => unit),
  ])
  const known = await unitsById(
    database.db,
    rows.map(({ id }) => id),
  )
  const idOf = new Map(known.map(({ id, unit }) => [unit, id]))
  const at = new Date()
  const batches: LampNews[][] = []
  for (let n = 0; n < messagesOfRound; n++) {
    const { unit = '', topic = '' } = benchUnits[n % units] ?? {}
    const payload = Buffer.from(stateOf(round, 1 + Math.floor(n / units)))
    const item = decodeDeviceMessage(ports.devices.types, topic, payload)
    if (item?.channel !== 'state') throw new Error('no state')
    const { boot, seq, state } = item.news
    if (n % perTransaction === 0) batches.push([])
    batches.at(-1)?.push(...state.lamps.map((lamp) => ({ centralUnitId: idOf.get(unit) ?? '', boot, seq, at, lamp })))
  }
  return batches
}

/** The same rows written by the same statement, as many to a transaction, and nothing else. */
const measureBareRows = async (product: RunningProduct, round: number): Promise<number> => {
  const batches = await newsOf(product, round)
  const began = performance.now()
  for (const batch of batches) await product.product().inTransaction((tx) => saveLamps(tx, batch))
  return perSecond(began)
}

/** State messages per second, beside the bare broker and the bare rows, in turns so that all meet the same machine. */
export const benchIngest = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  await addUnits(product.product().database.db, plantId)
  const clients = await connectUnits(product.unitMqttUrl)
  const bare = await openBareBroker()
  const ours: number[] = []
  const brokers: number[] = []
  const rows: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const measured = [
      await measureOurs(product, clients, 2 * round),
      await bare.measure(2 * round),
      await measureBareRows(product, 2 * round + 1),
    ] as const
    // The first warms up.
    if (round === 0) continue
    ours.push(measured[0])
    brokers.push(measured[1])
    rows.push(measured[2])
  }
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await bare.close()
  const note = `${messagesOfRound} messages of ${lampsPerMessage} lamps, ${units} units`
  return [
    figureOf('ingest beside the bare rows', 'msg/s', ours, { values: rows, what: 'the same rows upserted' }, note),
    figureOf('ingest beside the bare broker', 'msg/s', ours, { values: brokers, what: 'consumer that does nothing' }),
  ]
}
