import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { daily, type LitPlant, openLitPlant } from '../../testing/lit-plant.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { whenDue } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { runDueScenes } from './run-due-scenes.ts'
import { sceneTask, syncUnitLists } from './sync-unit-lists.ts'
import { unitListsDueTable } from './unit-lists.schema.ts'

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
  await server.database.db.update(plantTable).set({ timezone: 'UTC' }).where(eq(plantTable.id, plant.plantId))
  server.published.length = 0
})
afterAll(() => server.stop())

const parts = () => {
  const { ports, inTransaction } = server
  return { ports, inTransaction, db: server.database.db, log: quietLog() }
}
const syncLists = () => whenDue(sceneTask, parts(), () => syncUnitLists(parts()))
const runDue = () => whenDue(sceneTask, parts(), () => runDueScenes(parts()))
const at = (time: string) => {
  server.clock.time = new Date(`2026-03-${time}Z`)
}
const runAt = async (time: string) => {
  at(time)
  await runDue()
}
const listRuns = async () =>
  (await plant.runs()).map(({ name, at: when, result }) => `${name} ${when.slice(5, 16)} ${result}`)

describe('scene outside unit lists', () => {
  it('runs once at its minute across nodes and restarts', async () => {
    const { id } = await plant.save('Dusk', { activation: daily('17:00') })
    await runAt('02T16:59:59')
    expect(await plant.readCommands()).toEqual([])
    at('02T17:00:04')
    await Promise.all([1, 2, 3, 4].map(() => runDue()))
    await runDue()
    expect(await plant.readCommands()).toMatchObject([{ unit: plant.first, body: { fadeS: 0, holdS: null } }])
    expect(await plant.runs()).toMatchObject([{ scene_id: id, cause: 'calendar', by: null, input: null, units: [{}] }])
    await runAt('03T17:00:05')
    expect(await plant.readCommands()).toHaveLength(2)
    expect(await listRuns()).toEqual(['Dusk 03-03T17:00 pending', 'Dusk 03-02T17:00 failed'])
  })

  it('is not run late, and each missed run is shown', async () => {
    await plant.save('Dusk', { activation: daily('17:00') })
    await runAt('04T17:01:01')
    expect(await plant.readCommands()).toEqual([])
    expect(await listRuns()).toEqual(['04', '03', '02'].map((day) => `Dusk 03-${day}T17:00 not_executed`))
    expect((await plant.runs())[0]?.units).toEqual([{ topic: plant.first, result: 'not_executed', reason: 'late' }])
    await runAt('05T17:00:59')
    expect(await plant.readCommands()).toHaveLength(1)
  })

  it('is not executed in an offline unit or repeated later', async () => {
    await plant.save('Dusk', { activation: daily('17:00') })
    await plant.connect(plant.first, false)
    await runAt('02T17:00:03')
    await plant.connect(plant.first, true, 1)
    await runAt('02T17:00:20')
    expect(await plant.readCommands()).toEqual([])
    expect((await plant.runs())[0]?.units).toEqual([{ topic: plant.first, result: 'not_executed', reason: 'away' }])
  })

  it('stops running once disabled or removed', async () => {
    const disabledScene = await plant.save('Off', { activation: daily('17:00') })
    const removedScene = await plant.save('Gone', { activation: daily('17:00') })
    const { id: sceneId, version, saved_at: _, stopped: __, ...scene } = disabledScene
    await server
      .as(staff)
      .call('updateScene', { plantId: plant.plantId, sceneId, version, scene: { ...scene, enabled: false } })
    await server.as(staff).call('removeScene', { plantId: plant.plantId, sceneId: removedScene.id })
    await runAt('02T17:00:05')
    expect(await plant.runs()).toEqual([])
  })
})

describe('two scenes in one minute', () => {
  it('are both listed, and the later saved sets shared aggregations', async () => {
    at('02T16:58:00')
    const collections = [plant.hallCollection, plant.yardCollection].map((id) => ({ id, level: 80 }))
    const first = await plant.save('First', { activation: daily('17:00'), collections })
    at('02T16:58:30')
    await plant.save('Later', { activation: daily('17:00') })
    await runAt('02T17:00:05')
    expect((await plant.readCommands()).map(({ unit, body }) => [unit, body.levels])).toEqual([
      [plant.second, [{ to: { groups: [1] }, level: 80 }]],
      [plant.first, [{ to: { groups: [1] }, level: 20 }]],
    ])
    const runs = await plant.runs()
    expect(runs.find(({ scene_id }) => scene_id === first.id)?.units).toMatchObject([
      { topic: plant.first, result: 'overruled' },
      { topic: plant.second, result: 'pending' },
    ])
    expect(runs).toHaveLength(2)
  })
})

describe('scene in a unit list', () => {
  it('runs in that unit, and on the platform for others', async () => {
    const collections = [plant.hallCollection, plant.yardCollection].map((id) => ({ id, level: 80 }))
    await plant.save('Dusk', { activation: daily('17:00'), collections })
    await syncLists()
    await plant.reportScenes(plant.first, 1)
    await runAt('02T17:00:05')
    expect((await plant.readCommands()).map(({ unit }) => unit)).toEqual([plant.second])
  })

  it('makes one run with the unit report in any order', async () => {
    const collections = [plant.hallCollection, plant.yardCollection].map((id) => ({ id, level: 80 }))
    const { id } = await plant.save('Dusk', { activation: daily('17:00'), collections })
    await syncLists()
    await plant.reportScenes(plant.first, 1)
    at('02T17:00:01')
    const minute = Date.parse('2026-03-02T17:00:00Z') / 60_000
    await plant.send(plant.first, 'record', { kind: 'scene', body: [id, 1, minute, null, 0] })
    await runAt('02T17:00:05')
    expect(await plant.runs()).toMatchObject([
      {
        result: 'pending',
        units: [
          { topic: plant.first, result: 'done' },
          { topic: plant.second, result: 'pending' },
        ],
      },
    ])
  })
})

describe('plant with scenes', () => {
  it('has no runs while archived and none missed afterwards', async () => {
    await plant.save('Dusk', { activation: daily('17:00') })
    const archive = (archivedAt: Date | null) =>
      server.database.db.update(plantTable).set({ archivedAt }).where(eq(plantTable.id, plant.plantId))
    await archive(server.clock.now())
    await runAt('04T17:00:10')
    await archive(null)
    await runAt('04T17:00:20')
    expect(await plant.runs()).toEqual([])
    expect(await plant.readCommands()).toEqual([])
    await runAt('05T17:00:10')
    expect(await plant.readCommands()).toHaveLength(1)
  })

  it('runs them in its new time zone after a change', async () => {
    at('02T15:30:00')
    await plant.save('Dusk', { activation: daily('17:00') })
    await server.database.db.update(plantTable).set({ timezone: 'Europe/Rome' }).where(eq(plantTable.id, plant.plantId))
    await syncLists()
    await runAt('02T16:00:10')
    expect(await plant.readCommands()).toHaveLength(1)
    await runAt('02T17:00:10')
    expect((await plant.runs()).map((run) => run.at)).toEqual(['2026-03-02T16:00:00.000Z'])
  })

  it('does not affect others once removed', async () => {
    await plant.save('Dusk', { activation: daily('17:00') })
    const removedPlant = await server.create.plant()
    await server.create.removePlant(removedPlant)
    await server.database.db.insert(unitListsDueTable).values({ plantId: removedPlant })
    await syncLists()
    const { units } = await server.as(staff).call('getUnitScenes', { plantId: plant.plantId })
    expect(units).toMatchObject([{ topic: plant.first, state: 'notYet' }])
    expect(await server.database.db.select().from(unitListsDueTable)).toEqual([])
  })
})
