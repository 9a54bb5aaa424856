import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { type LitPlant, openLitPlant } from '../../testing/lit-plant.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { grantPro } from '../plants/index.ts'

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
  plant = await openLitPlant(server, staff, owner)
  server.published.length = 0
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

const levels = (level: number, ...ids: string[]) => ids.map((id) => ({ id, level }))
const bothLevels = () => levels(40, plant.hallCollection, plant.yardCollection)

describe('manual scene', () => {
  it('sends each unit its levels with the ramp and appears in the history', async () => {
    const { id } = await plant.save('Night', { collections: bothLevels(), ramp: true })
    const { run } = await plant.activate(id)
    expect(run).toMatchObject({ scene_id: id, name: 'Night', cause: 'manual', by: staff.name, result: 'pending' })
    const commands = await plant.readCommands()
    const body = { levels: [{ to: { groups: [1] }, level: 40 }], fadeS: 300, holdS: null }
    expect(commands.map(({ unit, body }) => [unit, body])).toEqual([
      [plant.first, body],
      [plant.second, body],
    ])
    for (const { unit, id } of commands) await plant.answer(unit, id, 'done')
    expect(await plant.runs()).toMatchObject([{ id: run.id, result: 'done', units: [{ result: 'done' }, {}] }])
    const sceneData = { plant_id: plant.plantId, scene_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plant.plantId }, event: 'sceneRan', data: sceneData })
  })

  it('skips unchanged aggregations, and runs even when disabled', async () => {
    const collections = [...levels(0, plant.hallCollection), { id: plant.yardCollection, level: null }]
    const { id } = await plant.save('Night', { collections, enabled: false })
    expect((await plant.activate(id)).run.units.map(({ topic }) => topic)).toEqual([plant.first])
    expect(await plant.readCommands()).toMatchObject([
      { unit: plant.first, body: { fadeS: 0, levels: [{ level: 0 }] } },
    ])
  })

  it('makes one run per key', async () => {
    const { id } = await plant.save('Night')
    const key = randomUUID()
    const runs = await Promise.all([1, 2, 3].map(() => plant.activate(id, key)))
    expect(new Set(runs.map(({ run }) => run.id)).size).toBe(1)
    expect(await plant.readCommands()).toHaveLength(1)
    await plant.activate(id)
    expect(await plant.runs()).toHaveLength(2)
  })

  it('lists offline units and sends them nothing later', async () => {
    const { id } = await plant.save('Night', { collections: bothLevels() })
    await plant.connect(plant.second, false)
    const { run } = await plant.activate(id)
    expect(run.units).toEqual([
      { topic: plant.first, result: 'pending', reason: null },
      { topic: plant.second, result: 'not_executed', reason: 'away' },
    ])
    await plant.connect(plant.second, true, 1)
    expect((await plant.readCommands()).map(({ unit }) => unit)).toEqual([plant.first])
  })

  it.each([
    ['refused', 'NO_LAMPS', { result: 'failed', reason: 'NO_LAMPS' }],
    ['done', undefined, { result: 'done', reason: null }],
  ] as const)('has the result of its commands: %s %s', async (state, code, result) => {
    const { id } = await plant.save('Night')
    await plant.activate(id)
    const [command] = await plant.readCommands()
    await plant.answer(plant.first, command?.id ?? '', state, code)
    expect((await plant.runs())[0]).toMatchObject({ result: result.result, units: [{ topic: plant.first, ...result }] })
  })

  it('fails without an answer', async () => {
    const { id } = await plant.save('Night')
    await plant.activate(id)
    await plant.readCommands()
    server.clock.time = new Date(server.clock.time.getTime() + 120_000)
    await server.sender.turn()
    expect((await plant.runs())[0]).toMatchObject({ result: 'failed', units: [{ reason: 'communication_error' }] })
  })

  it('fails if none of its lamps supports levels', async () => {
    const emptyCollection = await plant.collection('Doors', plant.first, [7])
    const { id } = await plant.save('Night', { collections: levels(5, emptyCollection) })
    expect((await plant.activate(id)).run).toMatchObject({ result: 'failed', units: [{ reason: 'no_lamps' }] })
  })

  it('is refused without permission or levels, or for an unknown scene', async () => {
    const { id } = await plant.save('Night')
    const press = (sceneId: string, caller = staff, plantId = plant.plantId) =>
      server.as(caller).refusal('activateScene', { plantId, sceneId })
    expect(await press(id, owner)).toBe('NOT_ALLOWED')
    const other = await openLitPlant(server, staff, owner)
    expect(await press(id, staff, other.plantId)).toBe('SCENE_NOT_FOUND')
    const empty = await plant.save('Nothing', { collections: [{ id: plant.hallCollection, level: null }] })
    expect(await press(empty.id)).toBe('SCENE_WITHOUT_LEVELS')
    expect(await plant.readCommands()).toEqual([])
  })
})

describe('lamp preview', () => {
  const show = (collections: object[], overrides: object = {}, caller = staff) =>
    server.as(caller).refusal('showSceneOnLamps', { plantId: plant.plantId, collections, ...overrides } as never)

  it('is held for a time, can be ended and makes no run', async () => {
    const input = { plantId: plant.plantId, collections: bothLevels() }
    const receipt = await server.as(staff).call('showSceneOnLamps', { ...input, holdS: 20 })
    expect(receipt).toMatchObject({ notAsked: [], lamps: { following: 2, without: 0 } })
    expect((await plant.readCommands()).map(({ body }) => [body.fadeS, body.holdS])).toEqual([
      [1, 20],
      [1, 20],
    ])
    await plant.connect(plant.second, false)
    const ended = await server.as(staff).call('endSceneOnLamps', input)
    expect(ended.commands.map(({ cu, command }) => [cu, command])).toEqual([[plant.first, 'endHold']])
    expect(await plant.runs()).toEqual([])
  })

  it('is refused without levels or permission and out of bounds', async () => {
    expect(await show([{ id: randomUUID(), level: 5 }])).toBe('COLLECTION_NOT_FOUND')
    expect(await show([{ id: plant.hallCollection, level: null }])).toBe('SCENE_WITHOUT_LEVELS')
    expect(await show([])).toBe('SCENE_WITHOUT_LEVELS')
    expect(await show(bothLevels(), {}, owner)).toBe('NOT_ALLOWED')
    for (const holdS of [4, 121, 1.5, null]) expect(await show(bothLevels(), { holdS })).toBe('INVALID_INPUT')
    expect(await show(levels(101, plant.hallCollection))).toBe('INVALID_INPUT')
    expect(await show(levels(5, await plant.collection('Doors', plant.first, [7])))).toBe('NO_LAMP_FOLLOWS')
    await plant.connect(plant.first, false)
    expect(await show(levels(5, plant.hallCollection))).toBe('LIGHT_UNITS_AWAY')
    const cuId = 'F9F9F9'
    await server.as(staff).call('saveCu', { plantId: plant.plantId, cuType: 'logica', cuId, description: '' })
    expect(await show(levels(5, await plant.collection('New', `logica_${cuId}`)))).toBe('UNIT_NOT_ACQUIRED')
    const sicuro = await plant.collection('Sicuro', await server.create.unit(plant.plantId, 'sicuro', 'F9F9FA'))
    await grantPro(server.database.db, plant.plantId, server.clock.now())
    expect(await show(levels(5, sicuro))).toBe('UNIT_TYPE_NOT_ENABLED')
    const missingLamps = { plantId: plant.plantId, collections: [{ id: randomUUID(), level: 5 }] }
    expect(await server.as(staff).refusal('endSceneOnLamps', missingLamps)).toBe('COLLECTION_NOT_FOUND')
    const noLevels = { plantId: plant.plantId, collections: [{ id: plant.hallCollection, level: null }] }
    expect(await server.as(staff).refusal('endSceneOnLamps', noLevels)).toBe('SCENE_WITHOUT_LEVELS')
  })
})
