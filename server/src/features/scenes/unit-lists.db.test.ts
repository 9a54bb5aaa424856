import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { whenDue } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { sceneTable } from './scenes.schema.ts'
import { sceneTask, syncUnitLists } from './sync-unit-lists.ts'

let server: TestServer
let staff: User
let plantId: string
let topic: string
let hallId: string
let units = 0
let seq = 0

beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId } })
  topic = await server.create.unit(plantId, 'logica', (0xf2_00_00 + units++).toString(16).toUpperCase())
  const collection = { name: 'Hall', topic, groups: [3] }
  hallId = (await server.as(staff).call('saveCollection', { plantId, collection })).collection.id
  await send('online', { boot: 1, connection: 0, online: true })
})
afterAll(() => server.stop())

const now = () => server.clock.now()
const send = (channel: string, message: object) => {
  const all = { life: 'a11fea11fea11fe0', boot: 1, seq: ++seq, at: now().toISOString(), ...message }
  return server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify(all)))
}
const shadow = { v: ['2.4', '5.12', '1.3', null], c: ['LGC-128-EU', 'VLX4128'], tz: 60, cfg: 40, net: [2, 38, 40] }
const reportScenes = (version: number | null) =>
  send('shadow', {
    body: shadow,
    detail: { scenes: version === null ? null : { version, until: '2026-04-11T09:00:00.000Z' } },
  })
const syncScenes = () => {
  const parts = { ...server, db: server.database.db }
  return whenDue(sceneTask, parts, () => syncUnitLists(parts))
}
const draft = (name: string, level = 20) => ({
  name,
  ramp: false,
  enabled: true,
  collections: [{ id: hallId, level }],
  activation: {
    mode: 'calendar' as const,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    period: null,
    skipHolidays: false,
    time: { kind: 'exact' as const, at: '18:00' },
  },
})
const save = async (name: string, level = 20) =>
  (await server.as(staff).call('saveScene', { plantId, scene: draft(name, level) })).scene
const lists = async () => (await server.as(staff).call('getUnitScenes', { plantId })).units
const runs = async () => (await server.as(staff).call('getSceneRuns', { plantId, page: 1 })).runs
const readSceneLists = () =>
  server.published.flatMap(({ topic: commandTopic, payload }) => {
    const { name, body } = payload as { name?: string; body?: { version: number; scenes: { scene: string }[] } }
    return commandTopic === `v1/${topic}/down/command` && name === 'setScenes' && body ? [body] : []
  })

it('a unit has a scene once it reports it, and changes stay old until then', async () => {
  const night = await save('Night')
  await syncScenes()
  expect(readSceneLists()).toMatchObject([
    { version: 1, scenes: [{ scene: night.id, levels: [{ groups: [3], level: 20 }] }] },
  ])
  expect(await lists()).toMatchObject([{ topic, state: 'notYet', until: null, held: [night.id], missing: [night.id] }])
  await reportScenes(1)
  expect(await lists()).toMatchObject([{ topic, state: 'upToDate', held: [night.id], missing: [], stillOld: [] }])
  await syncScenes()
  expect(readSceneLists()).toHaveLength(1)
  await server.as(staff).call('removeScene', { plantId, sceneId: night.id })
  const dusk = await save('Dusk')
  const stillOld = [{ scene_id: night.id, name: 'Night' }]
  const oldList = { state: 'old', held: [dusk.id], missing: [dusk.id], stillOld }
  // Also before the target list of the unit follows.
  expect(await lists()).toMatchObject([oldList])
  await syncScenes()
  expect(await lists()).toMatchObject([oldList])
  await reportScenes(2)
  expect(await lists()).toMatchObject([{ state: 'upToDate', held: [dusk.id], stillOld: [] }])
})

it('a recently saved scene is not shown as present in a unit', async () => {
  const night = await save('Night')
  await syncScenes()
  await reportScenes(1)
  const secondScene = await save('More')
  expect(await lists()).toMatchObject([
    {
      state: 'old',
      held: expect.arrayContaining([night.id, secondScene.id]),
      missing: [secondScene.id],
      stillOld: [],
    },
  ])
  await syncScenes()
  await reportScenes(2)
  expect(await lists()).toMatchObject([{ state: 'upToDate', stillOld: [] }])
  const scene = {
    ...draft('More'),
    activation: { ...draft('More').activation, time: { kind: 'exact' as const, at: '19:00' } },
  }
  await server.as(staff).call('updateScene', { plantId, sceneId: secondScene.id, version: secondScene.version, scene })
  const stillOld = [{ scene_id: secondScene.id, name: 'More' }]
  const oldList = { state: 'old', missing: [secondScene.id], stillOld }
  expect(await lists()).toMatchObject([oldList])
  await syncScenes()
  expect(await lists()).toMatchObject([oldList])
  await reportScenes(3)
  expect(await lists()).toMatchObject([{ state: 'upToDate', missing: [], stillOld: [] }])
  // A day later the list is extended: the overlapping part is unchanged.
  server.clock.time = new Date(now().getTime() + 2 * 86_400_000)
  expect(await lists()).toMatchObject([{ state: 'upToDate', missing: [], stillOld: [] }])
})

it('a list is sent again after group changes, loss or a newer version', async () => {
  await save('Night')
  await syncScenes()
  await reportScenes(1)
  const [collection] = (await server.as(staff).call('getCollections', { plantId })).collections
  const changed = { collectionId: hallId, version: collection?.version ?? 1 }
  await server
    .as(staff)
    .call('updateCollection', { plantId, ...changed, collection: { name: 'Hall', topic, groups: [4] } })
  await syncScenes()
  expect(readSceneLists().at(-1)).toMatchObject({ version: 2, scenes: [{ levels: [{ groups: [4] }] }] })
  await reportScenes(2)
  server.clock.time = new Date(now().getTime() + 120_000)
  await send('online', { boot: 1, connection: 1, online: true })
  await reportScenes(null)
  await syncScenes()
  expect(readSceneLists().map(({ version }) => version)).toEqual([1, 2, 2])
  await reportScenes(9)
  await syncScenes()
  expect(readSceneLists().at(-1)).toMatchObject({ version: 10 })
})

it('a reported run appears once in the history, and a late one is done', async () => {
  const night = await save('Night')
  const minute = Math.floor(now().getTime() / 60_000) - 5
  const record = { kind: 'scene', body: [night.id, 1, minute, null, 2], seq: 900_000 }
  await Promise.all([send('record', record), send('record', record)])
  expect(await runs()).toMatchObject([
    {
      scene_id: night.id,
      name: 'Night',
      cause: 'calendar',
      result: 'not_executed',
      units: [{ topic, reason: 'missed' }],
    },
  ])
  await send('record', { kind: 'scene', body: [night.id, 1, minute, null, 0], seq: 900_001 })
  await send('record', { kind: 'scene', body: [night.id, 1, null, 2, 1], seq: 900_002 })
  await send('record', { kind: 'scene', body: [night.id, 1, minute, null, 2], seq: 900_003 })
  const found = await runs()
  expect(found.map(({ cause, result }) => `${cause} ${result}`).toSorted()).toEqual(['calendar done', 'input failed'])
  expect(found.find(({ cause }) => cause === 'input')?.input).toEqual({ topic, input: 2 })
  expect(found.find(({ cause }) => cause === 'calendar')?.at).toBe(new Date(minute * 60_000).toISOString())
})

it('a failing plant does not block the lists of others', async () => {
  const { db } = server.database
  const night = await save('Night')
  const poisoned: string[] = []
  for (const serial of ['0E0001', '0E0002']) {
    const id = await server.create.plant({ members: { installerStaff: staff.userId } })
    const unit = await server.create.unit(id, 'logica', serial)
    const collection = { name: 'Hall', topic: unit, groups: [3] }
    const collectionId = (await server.as(staff).call('saveCollection', { plantId: id, collection })).collection.id
    const scene = { ...draft('Night'), collections: [{ id: collectionId, level: 20 }] }
    await server.as(staff).call('saveScene', { plantId: id, scene })
    poisoned.push(id)
  }
  await db.execute(sql`delete from unit_lists_due`)
  for (const id of [poisoned[0], plantId, poisoned[1]])
    await db.execute(sql`insert into unit_lists_due (plant_id) values (${id})`)
  const ofPoisoned = inArray(sceneTable.plantId, poisoned)
  await db.execute(sql`update scene set calendar = calendar || '{"weekdays":"none"}' where ${ofPoisoned}`)
  server.log.lines.splice(0)
  await syncScenes()
  expect(readSceneLists()).toMatchObject([{ scenes: [{ scene: night.id }] }])
  expect(server.log.lines.map(({ level, details }) => [level, details])).toMatchObject(
    poisoned.map((due) => ['error', { due }]),
  )
  await db.execute(sql`update scene set calendar = calendar || '{"weekdays":[1]}' where ${ofPoisoned}`)
  await syncScenes()
  expect((await db.execute(sql`select 1 from unit_lists_due`)).rows).toEqual([])
})
