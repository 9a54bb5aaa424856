import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { daily, type LitPlant, openLitPlant } from '../../testing/lit-plant.ts'
import { whenDue } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { recordAllExpectedRuns } from './expected-runs.ts'
import { sceneTask, syncUnitLists } from './sync-unit-lists.ts'
import { unitListTable } from './unit-lists.schema.ts'

let server: TestServer
let staff: User
let owner: User
let plant: LitPlant
let scene: string

beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
beforeEach(async () => {
  server.clock.time = new Date('2026-03-02T16:59:00Z')
  plant = await openLitPlant(server, staff, owner)
  await server.database.db.update(plantTable).set({ timezone: 'UTC' }).where(eq(plantTable.id, plant.plantId))
  scene = (await plant.save('Dusk', { activation: daily('17:00') })).id
  await syncLists()
  await plant.reportScenes(plant.first, 1)
})
afterAll(() => server.stop())

const parts = () => {
  const { ports, inTransaction, log } = server
  return { ports, inTransaction, log, db: server.database.db }
}
const syncLists = () => whenDue(sceneTask, parts(), () => syncUnitLists(parts()))
const recordExpected = () => whenDue(sceneTask, parts(), () => recordAllExpectedRuns(parts()))
const expectAt = async (time: string) => {
  server.clock.time = new Date(`2026-03-${time}Z`)
  await Promise.all([1, 2, 3].map(() => recordExpected()))
}
const reportRan = (time: string, outcome = 0) =>
  plant.send(plant.first, 'record', {
    kind: 'scene',
    body: [scene, 1, Date.parse(`2026-03-${time}Z`) / 60_000, null, outcome],
  })
const listRuns = async () =>
  (await plant.runs()).map(({ name, at: when, result }) => `${name} ${when.slice(8, 16)} ${result}`)

it('expected runs of a silent unit have no result until its records arrive', async () => {
  await expectAt('02T17:00:20')
  expect(await listRuns()).toEqual([])
  await expectAt('04T16:00:00')
  expect(await listRuns()).toEqual(['Dusk 03T17:00 no_word', 'Dusk 02T17:00 no_word'])
  const [list] = await server.database.db.select().from(unitListTable).where(isNotNull(unitListTable.expectAt))
  expect(list?.expectAt).toEqual(new Date('2026-03-04T17:00:30Z'))
  await reportRan('02T17:00:00')
  await reportRan('03T17:00:00', 2)
  expect(await listRuns()).toEqual(['Dusk 03T17:00 not_executed', 'Dusk 02T17:00 done'])
  await expectAt('04T16:30:00')
  expect(await listRuns()).toHaveLength(2)
})

it('a reported run does not change', async () => {
  server.clock.time = new Date('2026-03-02T17:00:02Z')
  await reportRan('02T17:00:00')
  await expectAt('02T17:01:00')
  expect(await listRuns()).toEqual(['Dusk 02T17:00 done'])
})

it('expected runs follow the list in the unit, even for a removed scene', async () => {
  await server.as(staff).call('removeScene', { plantId: plant.plantId, sceneId: scene })
  await syncLists()
  await expectAt('02T17:01:00')
  expect(await plant.runs()).toMatchObject([{ scene_id: null, name: 'Dusk', result: 'no_word' }])
  await reportRan('02T17:00:00')
  expect(await listRuns()).toEqual(['Dusk 02T17:00 done'])
  await plant.reportScenes(plant.first, 2)
  await expectAt('04T17:01:00')
  expect(await listRuns()).toHaveLength(1)
})

it('a unit without its list has no expected runs', async () => {
  await plant.reportScenes(plant.first, null)
  await expectAt('03T17:01:00')
  expect(await listRuns()).toEqual([])
})

it('a run overridden in the same minute is not done, in any record order', async () => {
  const { hallCollection: hallId, first, collection, reportScenes: sendRecord } = plant
  const save = (...draft: Parameters<typeof plant.save>) => {
    server.clock.time = new Date(server.clock.time.getTime() + 1_000)
    return plant.save(...draft)
  }
  const other = await collection('Other', first, [2])
  const laterScene = await save('Later', { activation: daily('17:00') })
  const part = await save('Part', {
    activation: daily('17:00'),
    collections: [
      { id: hallId, level: 10 },
      { id: other, level: 10 },
    ],
  })
  const besideScene = await save('Beside', { activation: daily('17:00'), collections: [{ id: other, level: 90 }] })
  await syncLists()
  await sendRecord(first, 2)
  server.clock.time = new Date('2026-03-02T17:00:10Z')
  const runOf = (id: string, outcome = 0) =>
    plant.send(first, 'record', {
      kind: 'scene',
      body: [id, 2, Date.parse('2026-03-02T17:00:00Z') / 60_000, null, outcome],
    })
  await runOf(besideScene.id)
  await runOf(part.id)
  expect((await listRuns()).toSorted()).toEqual(['Beside 02T17:00 done', 'Part 02T17:00 done'])
  await runOf(scene)
  await runOf(laterScene.id, 2)
  expect((await listRuns()).toSorted()).toEqual([
    'Beside 02T17:00 done',
    'Dusk 02T17:00 overruled',
    'Later 02T17:00 not_executed',
    'Part 02T17:00 done',
  ])
  // A repeated record changes nothing.
  await runOf(scene)
  expect((await listRuns()).toSorted()[1]).toBe('Dusk 02T17:00 overruled')
})
