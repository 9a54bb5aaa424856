import { randomUUID } from 'node:crypto'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { followsLevels } from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import { commandBody } from '@vigilux/device-plane/commands.ts'
import { stateMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { unitTypeOf } from '@vigilux/device-plane/registry.ts'
import { parseUnitId, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import { type ApiClient, createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { testPlatformPassword } from '../server/src/testing/test-broker.ts'
import { connect, type Figure, figureOf, percentile } from './measure.ts'

/** Five full units and a part of another: 5,000 lamps; only those with levels count. */
export const sceneUnits = [992, 992, 992, 992, 992, 40].map((lamps, n) => ({
  type: 'logicafm',
  serial: `0F2${n}1`,
  lamps,
  enrolled: true,
  plant: 'logistics',
}))
export const levelUnits = [{ type: 'logica', serial: '0A1B01', lamps: 96, enrolled: true, plant: 'hospital' }]
const rounds = 3
const presses = 40
const groups = Array.from({ length: 16 }, (_, at) => at + 1)

const typeOf = (unit: string) => {
  const type = unitTypeOf(parseUnitId(unit)?.cuType ?? '')
  if (!type) throw new Error(`no type of ${unit}`)
  return type
}

/** Sends to units without the server, and detects when enough of their lamps have reported a level. */
const openBare = async (product: RunningProduct) => {
  const platform = { clientId: 'platform-bench', username: 'platform', password: testPlatformPassword }
  const client = await connect(product.platformMqttUrl, platform)
  let target: { level: number; lamps: number; done: () => void } = { level: -1, lamps: 0, done: () => undefined }
  const seenLamps = new Set<string>()
  client.on('message', (topic, payload) => {
    const unit = parseUpTopic(topic)?.unit ?? ''
    const { lamps } = typeOf(unit).decodeState(stateMessage.parse(JSON.parse(`${payload}`)).body)
    for (const { addr, levelPercent } of lamps) if (levelPercent === target.level) seenLamps.add(`${unit} ${addr}`)
    if (seenLamps.size >= target.lamps) target.done()
  })
  await client.subscribeAsync('v1/+/up/state', { qos: 1 })
  return {
    /** Milliseconds until this many lamps of these units have reported a level. */
    async set(units: readonly string[], level: number, lamps: number): Promise<number> {
      seenLamps.clear()
      const all = new Promise<void>((done) => {
        target = { level, lamps, done }
      })
      const startedAt = performance.now()
      for (const unit of units) {
        const body = { levels: [{ to: { groups }, level }], fadeS: 0, holdS: null }
        const exp = new Date(Date.now() + 60_000).toISOString()
        const { name, ...setting } = { name: 'setLevels', ...body } as const
        const order = { id: randomUUID(), attempt: 1, exp, name, body: commandBody(typeOf(unit), { name, ...setting }) }
        client.publish(`v1/${unit}/down/command`, JSON.stringify(order), { qos: 1 })
      }
      await all
      return performance.now() - startedAt
    },
    close: () => client.endAsync(true),
  }
}

type Plant = { product: RunningProduct; plantId: string; person: ApiClient; units: string[]; lamps: number }

const openPlant = async (product: RunningProduct, plantId: string, topics: string[]): Promise<Plant> => {
  const person = await createApiClient(product.url).signIn('nto')
  const { lamps } = await person.call('getLamps', { plantId })
  return { product, plantId, person, units: topics, lamps: lamps.filter(followsLevels).length }
}

/** Another person's screen: receives lamps, or the notice of many changes, and then fetches them. */
const openWatcher = async ({ product, plantId }: Plant) => {
  const watcher = await createApiClient(product.url).signIn('installer')
  const channel = await watcher.realtime()
  await watcher.call('getPlantDetails', { plantId, socketId: channel.socketId })
  return {
    async reached(level: number, targetLamps: number): Promise<void> {
      const seenLamps = new Set<string>()
      const noteLamps = (lamps: readonly Pick<Lamp, 'cu' | 'id' | 'dimming'>[]) => {
        for (const { cu, id, dimming } of lamps) if (dimming === level) seenLamps.add(`${cu} ${id}`)
      }
      while (seenLamps.size < targetLamps) {
        const { action, data } = await channel.next(
          (message) => message.action === 'lamps' || message.action === 'lampsReset',
        )
        const topic = String(data.cu)
        channel.messages.splice(
          0,
          channel.messages.length,
          ...channel.messages.filter((one) => one.data !== data && !(one.action === action && one.data.cu === topic)),
        )
        noteLamps(
          action === 'lamps' ? (data.lamps as Lamp[]) : (await watcher.call('getLamps', { plantId, topic })).lamps,
        )
      }
    },
    close: () => channel.close(),
  }
}

const topicsOf = (units: readonly { type: string; serial: string }[]) =>
  units.map(({ type, serial }) => `${type}_${serial}`)

/** A scene over 5,000 lamps: from the press until another screen shows the level of the last one. */
export const benchScenes = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const plant = await openPlant(product, plantId, topicsOf(sceneUnits))
  const { person, units, lamps } = plant
  const ids: string[] = []
  for (const topic of units) {
    const { collection } = await person.call('saveCollection', { plantId, collection: { name: topic, topic, groups } })
    ids.push(collection.id)
  }
  const saveScene = async (level: number) => {
    const scene = {
      name: `Bench ${level}`,
      ramp: false,
      enabled: true,
      activation: { mode: 'manual' } as const,
      collections: ids.map((id) => ({ id, level })),
    }
    return (await person.call('saveScene', { plantId, scene })).scene.id
  }
  const watcher = await openWatcher(plant)
  const plain = await openBare(product)
  const [productMs, plainMs]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const sceneId = await saveScene(10 + round)
    const startedAt = performance.now()
    const levelShown = watcher.reached(10 + round, lamps)
    await person.call('activateScene', { plantId, sceneId })
    await levelShown
    const tookMs = performance.now() - startedAt
    const levelReached = watcher.reached(50 + round, lamps)
    const limit = await plain.set(units, 50 + round, lamps)
    await levelReached
    // The first run is a warm-up.
    if (round === 0) continue
    productMs.push(tookMs)
    plainMs.push(limit)
  }
  watcher.close()
  await plain.close()
  const limit = { values: plainMs, what: 'the same levels over bare MQTT' }
  const all = sceneUnits.reduce((total, unit) => total + unit.lamps, 0)
  const note = `${lamps} of ${all} lamps in ${units.length} units follow levels`
  return [figureOf(`scene over ${all} lamps: press to last level`, 'ms', productMs, limit, note)]
}

/** A level for one unit: from the press until another screen shows it for its lamps. */
export const benchLevels = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const plant = await openPlant(product, plantId, topicsOf(levelUnits))
  const { person, units, lamps } = plant
  const [topic = ''] = units
  const watcher = await openWatcher(plant)
  const plain = await openBare(product)
  const [productMs, plainMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < presses; round++) {
    const startedAt = performance.now()
    const levelShown = watcher.reached(round, lamps)
    await person.call('setLightLevel', { plantId, to: { topic, all: true }, level: round, fadeS: 0 })
    await levelShown
    productMs.push(performance.now() - startedAt)
    const levelReached = watcher.reached(50 + round, lamps)
    plainMs.push(await plain.set(units, 50 + round, lamps))
    await levelReached
  }
  watcher.close()
  await plain.close()
  return [0.5, 0.99].map((share) => ({
    name: `level of ${lamps} lamps of a unit: press to level, p${share * 100}`,
    value: percentile(productMs, share),
    unit: 'ms',
    note: `${presses} presses`,
    limit: { value: percentile(plainMs, share), what: 'the same level over bare MQTT' },
  }))
}
