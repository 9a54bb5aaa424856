import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { grantPro } from '../plants/index.ts'
import { requestLevels } from './index.ts'

let server: TestServer
let staff: User
let owner: User
let plantId: string
let topic: string
let other: string
let units = 0

const serial = () => (0xe0_00_00 + units++).toString(16).toUpperCase()
const life = 'a11fea11fea11fe0'
const connect = (unit: string) =>
  server.inbox.accept(
    `v1/${unit}/up/online`,
    Buffer.from(JSON.stringify({ life, connection: 0, boot: 1, online: true, at: server.clock.now().toISOString() })),
  )
const lightingLamp = { type: 'lighting' } as const
const maintained = { type: 'emergency', function: 'maintained' } as const

beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  topic = await server.create.unit(plantId, 'logica', serial())
  other = await server.create.unit(plantId, 'sicuro', serial())
  const lamps = (prefix: string) => [
    { addr: 1, serial: `${prefix}1`, groups: [1], ...lightingLamp },
    { addr: 2, serial: `${prefix}2`, groups: [2], ...maintained },
    { addr: 3, serial: `${prefix}3`, groups: [1, 2], type: 'emergency' as const, function: 'nonMaintained' as const },
    { addr: 4, serial: `${prefix}4`, groups: [4], type: 'sensor' as const },
  ]
  await insertLamps(server, plantId, lamps('A1B2C'), topic)
  await insertLamps(server, plantId, lamps('B1B2C'), other)
  await connect(topic)
  await connect(other)
  server.published.length = 0
})
afterAll(() => server.stop())

const createInput = (target: object, overrides: object = {}) =>
  ({ plantId, to: target, level: 60, ...overrides }) as never
const set = (target: object, overrides?: object) =>
  server.as(staff).call('setLightLevel', createInput(target, overrides))
const refusalOf = (target: object, overrides?: object) =>
  server.as(staff).refusal('setLightLevel', createInput(target, overrides))
const readLevelCommands = async () => {
  await server.sender.turn()
  return server.published.flatMap(({ topic: commandTopic, payload }) => {
    const { name, body, exp } = payload as { name?: string; body?: unknown; exp?: string }
    return name === 'setLevels' ? [{ unit: commandTopic.split('/')[1], body, exp }] : []
  })
}
const bodyOf = (target: unknown, level: unknown = 60, fadeS = 1) => ({
  levels: [{ to: target, level }],
  fadeS,
  holdS: null,
})
const collection = async (name: string, groups: number[], unitTopic = topic) => {
  const draft = { plantId, collection: { name, topic: unitTopic, groups } }
  return (await server.as(staff).call('saveCollection', draft)).collection.id
}
const zone = async (collections: string[], places: { topic: string; addr: number }[] = []) => {
  const { id } = (await server.as(staff).call('saveZone', { plantId, zone: { zoneName: 'Corridor', collections } }))
    .zone
  await server.as(staff).call('updateZoneLamps', {
    plantId,
    zoneId: id,
    lamps: places.map(({ topic: unitTopic, addr }) => ({ topic: unitTopic, addr: [addr] })),
  })
  return id
}

describe('light level', () => {
  it('is sent once per unit of a zone, as groups where possible', async () => {
    const id = await zone(
      [await collection('Up', [1, 2])],
      [1, 2, 3].map((addr) => ({ topic: other, addr })),
    )
    const answer = await set({ zone: id }, { fadeS: 10 })
    expect(answer.commands.map(({ cu, command }) => [cu, command])).toEqual([
      [topic, 'setLevels'],
      [other, 'setLevels'],
    ])
    expect(answer).toMatchObject({ notAsked: [], lamps: { following: 4, without: 2 } })
    expect((await readLevelCommands()).map(({ unit, body }) => [unit, body])).toEqual([
      [topic, bodyOf({ groups: [1, 2] }, 60, 10)],
      [other, bodyOf({ lamps: [1, 2, 3] }, 60, 10)],
    ])
  })

  it.each([
    ['inhibited', { mode: 'inhibited', condition: 'inhibited' }],
    ['at rest', { mode: 'rest' }],
    ['on battery', { mode: 'emergency', condition: 'emergency' }],
    ['in a test', { mode: 'autonomyTest' }],
    ['silent', { condition: 'offline' }],
  ] as const)('reaches a lamp that is %s without counting it as following', async (_title, now) => {
    const before = (await set({ topic, addrs: [1, 2] })).lamps
    expect(before).toEqual({ following: 2, held: 0, without: 0 })
    await server.database.db.update(lampTable).set(now).where(eq(lampTable.addr, 1))
    expect((await set({ topic, addrs: [1, 2] })).lamps).toEqual({ following: 1, held: 1, without: 0 })
    const levelOutcome = await set({ topic, addrs: [1] })
    expect([levelOutcome.lamps, levelOutcome.commands.length]).toEqual([{ following: 0, held: 1, without: 0 }, 1])
  })

  it('targets an aggregation, groups, lamps or a whole unit, also in steps', async () => {
    await set({ collection: await collection('Up', [2]) })
    await set({ topic, groups: [1] }, { level: 'up', fadeS: 0 })
    await set({ topic, addrs: [2, 1] }, { level: 0 })
    await set({ topic, all: true }, { level: 100 })
    expect((await readLevelCommands()).map(({ body }) => body)).toEqual([
      bodyOf({ groups: [2] }),
      bodyOf({ groups: [1] }, 'up', 0),
      bodyOf({ lamps: [1, 2] }, 0),
      bodyOf('all', 100),
    ])
  })

  it.each([-1, 101, 50.5, Number.NaN, '50', 'on', null, [50]])('of %s is refused by the schema', async (level) => {
    expect(await refusalOf({ topic, all: true }, { level })).toBe('INVALID_INPUT')
  })

  it.each([-1, 901, 1.5, null])('with a fade of %s s is refused by the schema', async (fadeS) => {
    expect(await refusalOf({ topic, all: true }, { fadeS })).toBe('INVALID_INPUT')
  })

  it('without a valid target is refused by the schema', async () => {
    for (const target of [
      {},
      { topic },
      { topic, groups: [] },
      { topic, groups: [17] },
      { topic, addrs: [993] },
      { topic, all: false },
    ])
      expect(await refusalOf(target)).toBe('INVALID_INPUT')
  })

  it('is not queued for an offline unit, which is listed', async () => {
    const awayUnit = await server.create.unit(plantId, 'logica', serial())
    await insertLamps(server, plantId, [{ addr: 1, serial: 'C1B2C1', ...lightingLamp }], awayUnit)
    const id = await zone(
      [],
      [topic, awayUnit].map((unitTopic) => ({ topic: unitTopic, addr: 1 })),
    )
    const answer = await set({ zone: id })
    expect(answer).toMatchObject({ notAsked: [{ cu: awayUnit, reason: 'away' }], lamps: { following: 1, without: 0 } })
    expect(answer.commands.map(({ cu }) => cu)).toEqual([topic])
    expect(await refusalOf({ topic: awayUnit, all: true })).toBe('LIGHT_UNITS_AWAY')
    await connect(awayUnit)
    expect((await readLevelCommands()).map(({ unit }) => unit)).toEqual([topic])
  })

  it('expires within seconds and is never resent', async () => {
    const { commands } = await set({ topic, all: true })
    expect(commands[0]).toMatchObject({ retries: 0, timeout: 5_000 })
    const [levelCommand] = await readLevelCommands()
    expect(Date.parse(levelCommand?.exp ?? '') - server.clock.now().getTime()).toBeLessThanOrEqual(6_000)
    server.clock.time = new Date(server.clock.now().getTime() + 6_000)
    expect(await readLevelCommands()).toHaveLength(1)
  })
})

describe('light level is refused', () => {
  it('for a missing or foreign zone, aggregation, unit or lamp', async () => {
    const id = await zone([], [{ topic, addr: 1 }])
    const upCollection = await collection('Up', [1])
    const otherPlantId = await server.create.plant({ members: { installerStaff: staff.userId } })
    const refuseLevel = (target: object) =>
      server.as(staff).refusal('setLightLevel', { plantId: otherPlantId, to: target, level: 1 } as never)
    expect(await refusalOf({ zone: randomUUID() })).toBe('ZONE_NOT_FOUND')
    expect(await refusalOf({ collection: randomUUID() })).toBe('COLLECTION_NOT_FOUND')
    expect(await refusalOf({ topic: 'logica_00FFFF', all: true })).toBe('UNIT_NOT_FOUND')
    expect(await refusalOf({ topic, addrs: [1, 9] })).toBe('LAMP_NOT_FOUND')
    expect(await refuseLevel({ zone: id })).toBe('ZONE_NOT_FOUND')
    expect(await refuseLevel({ collection: upCollection })).toBe('COLLECTION_NOT_FOUND')
    expect(await refuseLevel({ topic, all: true })).toBe('UNIT_NOT_FOUND')
  })

  it('for an empty zone or lamps without levels', async () => {
    expect(await refusalOf({ topic, addrs: [3, 4] })).toBe('NO_LAMP_FOLLOWS')
    expect(await refusalOf({ zone: await zone([]) })).toBe('NO_LAMP_FOLLOWS')
    const gateway = await server.create.unit(plantId, 'gateway', serial())
    await connect(gateway)
    expect(await refusalOf({ topic: gateway, all: true })).toBe('NO_LAMP_FOLLOWS')
  })

  it('for a unit that is not acquired or disabled after Pro', async () => {
    const cuId = serial()
    await server.as(staff).call('saveCu', { plantId, cuType: 'logica', cuId, description: '' })
    expect(await refusalOf({ topic: `logica_${cuId}`, all: true })).toBe('UNIT_NOT_ACQUIRED')
    await grantPro(server.database.db, plantId, server.clock.now())
    expect(await refusalOf({ topic: other, all: true })).toBe('UNIT_TYPE_NOT_ENABLED')
  })

  it('for read-only members and non-members', async () => {
    expect(await server.as(owner).refusal('setLightLevel', createInput({ topic, all: true }))).toBe('NOT_ALLOWED')
    const nonMember = await server.create.user()
    expect(await server.as(nonMember).refusal('setLightLevel', createInput({ topic, all: true }))).toBe(
      'PLANT_NOT_FOUND',
    )
  })
})

it('levels pass during an operation, and two simultaneous ones are both broadcast', async () => {
  await server.as(staff).call('assignGroups', { plantId, topic, lamps: [{ addr: 1, groups: [3] }] })
  const outcomes = await Promise.all([
    set({ topic, all: true }, { level: 10 }),
    set({ topic, all: true }, { level: 90 }),
  ])
  const ids = outcomes.flatMap(({ commands }) => commands.map(({ id }) => id))
  expect(new Set(ids).size).toBe(2)
  const commandIds = server.broadcasts.flatMap(({ event, data }) => (event === 'response' ? [data.command.id] : []))
  expect(commandIds).toEqual(expect.arrayContaining(ids))
  expect((await readLevelCommands()).filter(({ unit }) => unit === topic)).toHaveLength(2)
})

it('a scene sends its levels in one command per unit with a hold', async () => {
  const { findUnit } = await import('../central-units/index.ts')
  const unit = (await findUnit(server.database.db, plantId, { topic }))!
  const levelSettings = [1, 2, 1].map((group, at) => ({ to: { groups: [group] }, level: at * 10 }))
  const found = await server.inTransaction((work) =>
    requestLevels(
      { work, caller: null },
      { plantId, units: [{ unit, settings: levelSettings }] },
      { fadeS: 300, holdS: 60 },
    ),
  )
  expect(found.commands).toHaveLength(1)
  expect((await readLevelCommands())[0]?.body).toEqual({
    levels: [
      { to: { groups: [2] }, level: 10 },
      { to: { groups: [1] }, level: 20 },
    ],
    fadeS: 300,
    holdS: 60,
  })
})
