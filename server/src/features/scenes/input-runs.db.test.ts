import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { type LitPlant, openLitPlant } from '../../testing/lit-plant.ts'
import { whenDue } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { sceneTask, syncUnitLists } from './sync-unit-lists.ts'

let server: TestServer
let staff: User
let owner: User
let plant: LitPlant

beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
beforeEach(async () => {
  server.clock.time = new Date('2026-03-02T16:59:00Z')
  plant = await openLitPlant(server, staff, owner)
  server.published.length = 0
})
afterAll(() => server.stop())

const after = (seconds: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + seconds * 1_000)
}
/** Input 2 of the first unit changes. */
const change = (isOn: boolean, overrides: object = {}) =>
  plant.send(plant.first, 'record', { kind: 'input', body: [2, isOn ? 1 : 0], ...overrides })
/** A scene with this input, for lamps of the second unit. */
const saveDoorScene = (overrides: object = {}) =>
  plant.save('Door', {
    activation: { mode: 'input', topic: plant.first, input: 2 },
    collections: [{ id: plant.yardCollection, level: 90 }],
    ...overrides,
  })

describe('input of another unit', () => {
  it('runs a scene by the platform with the input in history', async () => {
    const { id } = await saveDoorScene({ ramp: true })
    await change(true)
    expect(await plant.readCommands()).toMatchObject([{ unit: plant.second, body: { fadeS: 300 } }])
    expect(await plant.runs()).toMatchObject([
      { scene_id: id, cause: 'input', input: { topic: plant.first, input: 2 }, left_out: 0, result: 'pending' },
    ])
  })

  it('that flickers runs it once in ten seconds, counting other changes', async () => {
    await saveDoorScene()
    const at = server.clock.now().toISOString()
    for (let n = 99; n >= 0; n--) await change(n % 2 === 0, { at, seq: 5_000 + n })
    for (const seq of [5_050, 5_099]) await change(false, { at, seq })
    expect(await plant.readCommands()).toHaveLength(1)
    expect((await plant.runs())[0]?.left_out).toBe(99)
    after(11)
    await change(true, { seq: 5_200 })
    expect(await plant.readCommands()).toHaveLength(2)
  })

  it('with repeated or unordered records runs it once', async () => {
    await saveDoorScene()
    const record = { at: server.clock.now().toISOString(), seq: 6_001 }
    await Promise.all([change(true, record), change(true, record)])
    after(2)
    await change(true, record)
    await change(false, { at: new Date(server.clock.time.getTime() - 3_000).toISOString(), seq: 6_000 })
    expect(await plant.readCommands()).toHaveLength(1)
    expect(await plant.runs()).toHaveLength(1)
  })

  it('reported too late runs nothing and shows this', async () => {
    await saveDoorScene()
    const at = new Date(server.clock.time.getTime() - 61_000).toISOString()
    await change(true, { at })
    expect(await plant.readCommands()).toEqual([])
    expect(await plant.runs()).toMatchObject([
      { result: 'not_executed', at, units: [{ topic: plant.second, reason: 'late' }] },
    ])
  })

  it('runs no disabled scene and no scene of an archived plant', async () => {
    const { id: sceneId, version, saved_at: _, stopped: __, ...scene } = await saveDoorScene()
    await server.database.db
      .update(plantTable)
      .set({ archivedAt: server.clock.now() })
      .where(eq(plantTable.id, plant.plantId))
    await change(true)
    await server.database.db.update(plantTable).set({ archivedAt: null }).where(eq(plantTable.id, plant.plantId))
    const disabledScene = { ...scene, enabled: false }
    await server.as(staff).call('updateScene', { plantId: plant.plantId, sceneId, version, scene: disabledScene })
    await change(false)
    expect(await plant.runs()).toEqual([])
  })
})

it('the unit of an input runs its own part, and the platform the rest', async () => {
  await saveDoorScene({ collections: [plant.hallCollection, plant.yardCollection].map((id) => ({ id, level: 90 })) })
  const parts = { ...server, db: server.database.db }
  await whenDue(sceneTask, parts, () => syncUnitLists(parts))
  await change(true)
  expect((await plant.readCommands()).map(({ unit }) => unit)).toEqual([plant.first, plant.second])
  await plant.reportScenes(plant.first, 1)
  after(30)
  await change(false)
  expect((await plant.readCommands()).map(({ unit }) => unit)).toEqual([plant.first, plant.second, plant.second])
})
