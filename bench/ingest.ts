import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { decodeDeviceMessage } from '@vigilux/device-plane/device-messages.ts'
import { pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { openEmbeddedBroker } from '../server/src/adapters/broker/embedded-broker.ts'
import { acquireUnit, insertUnit, listUnitsById } from '../server/src/features/central-units/index.ts'
import { type LampReport, saveLamps } from '../server/src/features/lamps/save-lamps.store.ts'
import type { Work } from '../server/src/kernel/work.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { connect, type Figure, figureOf } from './measure.ts'
import { benchUnits, lampsPerMessage, messagesOfRound, stateOf, units } from './states.ts'

const rounds = 3
/** The server's batch size. */
const perTransaction = 500
const unitsProgram = fileURLToPath(new URL('./states-units.ts', import.meta.url))

/** Adds units to the plant, simulated by this measurement alone. */
export const addUnits = async (work: Work, plantId: string): Promise<void> => {
  for (const { cuId, unit } of benchUnits) {
    await insertUnit(work, { plantId, cuType: 'logica', cuId, description: '', location: '', addedAt: work.now })
    await acquireUnit(work, plantId, unit)
  }
}

/** Connects the units in a separate process. */
export const connectUnits = async (url: string) => {
  const child = fork(unitsProgram, [url])
  await once(child, 'message')
  return {
    /** Resolves when the broker has accepted the units' messages of one round. */
    async publishAll(round: number): Promise<void> {
      const published = once(child, 'message')
      child.send(round)
      await published
    },
    async end(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
export type BenchUnits = Awaited<ReturnType<typeof connectUnits>>

export const countPersisted = async (metricsUrl: string): Promise<number> => {
  const metrics = await (await fetch(metricsUrl)).text()
  return Number(/vigilux_device_messages_persisted_total (\d+)/.exec(metrics)?.[1] ?? 0)
}

const perSecond = (startedAt: number): number => messagesOfRound / ((performance.now() - startedAt) / 1000)

/** Through broker, limits, decoding, store, stats and broadcasts: from the units' sockets to committed rows. */
const measureOurs = async (product: RunningProduct, speakers: BenchUnits, round: number): Promise<number> => {
  const persisted = () => product.counted(/^vigilux_device_messages_persisted_total (\d+)/)
  const before = await persisted()
  const startedAt = performance.now()
  await speakers.publishAll(round)
  await pollUntil('every message to be stored', async () => (await persisted()) - before >= messagesOfRound)
  return perSecond(startedAt)
}

/** The same messages to a broker whose consumer does nothing. */
const openBareBroker = async () => {
  const log = { info: () => undefined, warn: () => undefined }
  const options = { port: 0, host: '127.0.0.1', factoryKey: testFactoryKey, platformPassword: 'bench', log }
  const broker = await openEmbeddedBroker({ ...options, limits: { publishBurst: 1e6, publishPerSecond: 1e6 } })
  const platform = { clientId: 'platform-bench', username: 'platform', password: 'bench' }
  const consumer = await connect(`mqtt://127.0.0.1:${broker.platformPort}`, platform)
  let receivedCount = 0
  consumer.on('message', () => {
    receivedCount++
  })
  await consumer.subscribeAsync('v1/+/up/state', { qos: 1 })
  const speakers = await connectUnits(`mqtt://127.0.0.1:${broker.port}`)
  return {
    measure: async (round: number): Promise<number> => {
      receivedCount = 0
      const startedAt = performance.now()
      await speakers.publishAll(round)
      while (receivedCount < messagesOfRound) await new Promise((resolve) => setTimeout(resolve, 5))
      return perSecond(startedAt)
    },
    close: async () => {
      await Promise.all([speakers.end(), consumer.endAsync(true)])
      await broker.close()
    },
  }
}

/** The rows changed by a message, read before the measurement. */
const prepareLampMessages = async (product: RunningProduct, round: number): Promise<LampReport[][]> => {
  const { database, ports } = product.product()
  const { rows } = await database.pool.query('select id, unit from central_unit where unit = any($1)', [
    benchUnits.map(({ unit }) => unit),
  ])
  const listedUnits = await listUnitsById(
    database.db,
    rows.map(({ id }) => id),
  )
  const idOf = new Map(listedUnits.map(({ id, unit }) => [unit, id]))
  const at = new Date()
  const batches: LampReport[][] = []
  for (let n = 0; n < messagesOfRound; n++) {
    const { unit = '', topic = '' } = benchUnits[n % units] ?? {}
    const payload = Buffer.from(stateOf(round, 1 + Math.floor(n / units)))
    const item = decodeDeviceMessage(ports.devices.types, topic, payload)
    if (item?.channel !== 'state') throw new Error('no state')
    const { boot, seq, state } = item.update
    if (n % perTransaction === 0) batches.push([])
    batches.at(-1)?.push(...state.lamps.map((lamp) => ({ centralUnitId: idOf.get(unit) ?? '', boot, seq, at, lamp })))
  }
  return batches
}

/** The same rows through the same statement, with as many per transaction, and nothing else. */
const measureBareRows = async (product: RunningProduct, round: number): Promise<number> => {
  const batches = await prepareLampMessages(product, round)
  const startedAt = performance.now()
  for (const batch of batches) await product.product().inTransaction(({ tx }) => saveLamps(tx, batch))
  return perSecond(startedAt)
}

/** State messages per second, in turns with the bare broker and bare rows: all meet the same load. */
export const benchIngest = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  await product.product().inTransaction((work) => addUnits(work, plantId))
  const speakers = await connectUnits(product.unitMqttUrl)
  const plainBroker = await openBareBroker()
  const productMs: number[] = []
  const brokers: number[] = []
  const rows: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const roundSpeeds = [
      await measureOurs(product, speakers, 2 * round),
      await plainBroker.measure(2 * round),
      await measureBareRows(product, 2 * round + 1),
    ] as const
    // The first round is a warm-up.
    if (round === 0) continue
    productMs.push(roundSpeeds[0])
    brokers.push(roundSpeeds[1])
    rows.push(roundSpeeds[2])
  }
  await speakers.end()
  await plainBroker.close()
  const note = `${messagesOfRound} messages of ${lampsPerMessage} lamps, ${units} units`
  return [
    figureOf('ingest beside the bare rows', 'msg/s', productMs, { values: rows, what: 'the same rows upserted' }, note),
    figureOf('ingest beside the bare broker', 'msg/s', productMs, {
      values: brokers,
      what: 'consumer that does nothing',
    }),
  ]
}
