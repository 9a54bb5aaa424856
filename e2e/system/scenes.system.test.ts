import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, until } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/**
 * A week of three scenes in a unit, with the server stopped for two days of it: the unit runs them by its own clock, each once, and afterwards the
 * history has them with their true times. Clocks are stepped to just before each run; all else is as it is.
 */
const topic = 'logica_0A1B01'
const secondMs = 1_000
const dayMs = 86_400_000
const days = 7
const stoppedOn = new Set([2, 3])
let aheadMs = 0
let running: RunningProduct
let api: ApiClient
let plantId = ''
const now = () => new Date(Date.now() + aheadMs)

const clockOf = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' }).format(at)
const signIn = async () => {
  api = await createApiClient(running.url).signIn('installer')
}
/** Takes both clocks to shortly before an instant. */
const stepTo = async (at: number): Promise<void> => {
  aheadMs += Math.max(0, Math.floor((at - 2_000 - now().getTime()) / secondMs) * secondMs)
  await running.panel(topic, 'clock', { offsetS: aheadMs / secondMs })
}
const runs = async () => (await api.call('getSceneRuns', { plantId, page: 1 })).runs
/** Whether lamps are at the level that the scene of a number sets. */
const showsScene = async (number: number) => {
  const { lamps } = (await running.panelState(topic)) as { lamps: { level: number }[] }
  return lamps.some(({ level }) => level === levelOf(number))
}
const levelOf = (number: number): number => 11 * (((number - 1) % 3) + 1)

beforeAll(async () => {
  const unit = { type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }
  running = await startProduct({ units: [unit], now })
  await signIn()
  await until('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 12
  })
})
afterAll(() => running?.stop())

it('each run of a week is in the history once, with its true time, though the server was stopped for two days', async () => {
  const groups = Array.from({ length: 16 }, (_, at) => at + 1)
  const collection = (await api.call('saveCollection', { plantId, collection: { name: 'All', topic, groups } }))
    .collection
  // A day of the plant begins anew while this runs: the first run is some minutes ahead.
  const first = Math.ceil(now().getTime() / 60_000) * 60_000 + 120_000
  const minutes = [0, 60, 120].map((after) => first + after * 60_000)
  for (const [n, at] of minutes.entries())
    await api.call('saveScene', {
      plantId,
      scene: {
        ...{
          name: `Scene ${n + 1}`,
          ramp: false,
          enabled: true,
          collections: [{ id: collection.id, level: levelOf(n + 1) }],
        },
        activation: {
          ...{ mode: 'calendar', weekdays: [1, 2, 3, 4, 5, 6, 7], period: null, skipHolidays: false },
          time: { kind: 'exact', at: clockOf(new Date(at)) },
        },
      },
    })
  const isUpToDate = async () => (await api.call('getUnitScenes', { plantId })).units[0]?.state === 'upToDate'
  await until('the unit holds its scenes', isUpToDate)
  const wanted: string[] = []
  const passDay = async (day: number, hasRun: (number: number) => Promise<boolean>) => {
    for (const [n, at] of minutes.entries()) {
      const due = at + day * dayMs
      wanted.push(`Scene ${n + 1} ${new Date(due).toISOString()}`)
      await stepTo(due)
      await until(`run ${wanted.length}`, () => hasRun(wanted.length))
    }
  }
  const isTold = async (number: number) => {
    const told = await runs()
    return told.length === number && told.every(({ result }) => result === 'done')
  }
  const passWithServer = async (day: number) => {
    await signIn()
    await passDay(day, isTold)
  }
  for (let day = 0; day < days; day++) {
    if (!stoppedOn.has(day)) await passWithServer(day)
    else if (!stoppedOn.has(day - 1)) {
      await running.restart(async () => {
        for (const stopped of stoppedOn) await passDay(stopped, showsScene)
        return {}
      })
      await signIn()
      await until('what the unit ran meanwhile', () => isTold(wanted.length))
    }
  }
  const told = await runs()
  expect(told.map(({ name, at }) => `${name} ${at}`).toSorted()).toEqual(wanted.toSorted())
  expect(told).toHaveLength(3 * days)
  expect(new Set(told.flatMap(({ units }) => units.map((unit) => `${unit.topic} ${unit.result}`)))).toEqual(
    new Set([`${topic} done`]),
  )
  expect(told.every(({ cause, by }) => cause === 'calendar' && by === null)).toBe(true)
})
