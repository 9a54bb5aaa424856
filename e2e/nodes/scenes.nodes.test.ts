import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** The platform runs scenes outside the units, once: all nodes poll the same minute and the same input. */
const sceneUnit = 'logica_0A1B01'
const other = 'sicuro_0D1A01'
let runningNodes: RunningNodes
let clients: readonly ApiClient[] = []
let api: ApiClient
let plantId = ''
const collections = new Map<string, string>()

const unit = (type: string, serial: string) => ({ type, serial, lamps: 12, enrolled: true, plant: 'hospital' as const })

beforeAll(async () => {
  runningNodes = await startNodes({ count: 3, units: [unit('logica', '0A1B01'), unit('sicuro', '0D1A01')] })
  const [first = '', ...others] = runningNodes.nodes.map((node) => node.url)
  api = await createApiClient(first).signIn('installer')
  clients = [api, ...others.map((url) => createApiClient(url, api.cookie()))]
  const { plants } = await api.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await api.call('getUnitsDetails', { plantId })
    return units.length === 2 && units.every(({ cu_connected, lamps }) => cu_connected && lamps.present === 12)
  })
  const groups = Array.from({ length: 16 }, (_, at) => at + 1)
  for (const topic of [sceneUnit, other]) {
    const { collection } = await api.call('saveCollection', { plantId, collection: { name: topic, topic, groups } })
    collections.set(topic, collection.id)
  }
})
afterAll(() => runningNodes?.stop())

const runsOf = async (name: string) =>
  (await api.call('getSceneRuns', { plantId, page: 1 })).runs.filter((run) => run.name === name)
const save = (name: string, collectionName: string, activation: object) =>
  api.call('saveScene', {
    plantId,
    scene: {
      name,
      activation,
      ramp: false,
      enabled: true,
      collections: [{ id: collections.get(collectionName), level: 45 }],
    } as never,
  })
const clockAt = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' }).format(at)
const daily = (at: Date) => ({
  mode: 'calendar',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  period: null,
  skipHolidays: false,
  time: { kind: 'exact', at: clockAt(at) },
})

it('a scene beyond the capacity of a unit runs once at its minute', async () => {
  const laterTime = new Date(Date.now() + 12 * 3_600_000)
  for (let n = 1; n <= 16; n++) await save(`Held ${n}`, sceneUnit, daily(laterTime))
  const due = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000)
  const { scene } = await save('Seventeenth', sceneUnit, daily(due))
  const { units } = await api.call('getUnitScenes', { plantId })
  expect(units).toMatchObject([{ topic: sceneUnit, byPlatform: [scene.id] }])
  const downMessages = await runningNodes.listen(`v1/${sceneUnit}/down/command`)
  await pollUntil('the run', async () => (await runsOf('Seventeenth'))[0]?.result === 'done')
  const [run] = await runsOf('Seventeenth')
  expect(run).toMatchObject({ at: due.toISOString(), cause: 'calendar', units: [{ topic: sceneUnit, result: 'done' }] })
  // A second run would have sent its commands before this call.
  for (const client of clients) await client.call('activateScene', { plantId, sceneId: scene.id })
  await pollUntil('all runs', async () => (await runsOf('Seventeenth')).every(({ result }) => result === 'done'))
  expect(await runsOf('Seventeenth')).toHaveLength(1 + clients.length)
  expect(downMessages.receivedMessages.filter(({ body }) => body.name === 'setLevels')).toHaveLength(1 + clients.length)
  await downMessages.end()
})

it('a flickering input and concurrent activations each run a scene once', async () => {
  const { scene } = await save('Door', other, { mode: 'input', topic: sceneUnit, input: 1 })
  for (let n = 0; n < 20; n++) await runningNodes.panel(sceneUnit, 'input', { number: 1, on: n % 2 === 0 })
  const run = await pollUntil('the run with all changes', async () => {
    const [found] = await runsOf('Door')
    return found?.result === 'done' && found.left_out === 19 ? found : undefined
  })
  expect(run).toMatchObject({
    cause: 'input',
    input: { topic: sceneUnit, input: 1 },
    units: [{ topic: other, result: 'done' }],
  })
  expect(await runsOf('Door')).toHaveLength(1)
  const press = { plantId, sceneId: scene.id }
  const pressedRuns = await Promise.all(clients.map((client) => client.call('activateScene', press, 'press')))
  expect(new Set(pressedRuns.map(({ run: sceneRun }) => sceneRun.id)).size).toBe(1)
  expect(await runsOf('Door')).toHaveLength(2)
})
