import { randomUUID } from 'node:crypto'
import { type skipReasons, walkLimits } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addMember } from '../members/index.ts'
import { deleteOldWalks } from './commissioning.store.ts'

/** The start of a test; each has its own hour, so no call limit is reached. */
let at = ''
type Open = Awaited<ReturnType<typeof openPlantWithUnit>>
let open: Open
let luca: User
let walkId: string
const openClients: Open[] = []
afterAll(() => Promise.all(openClients.map(({ server }) => server.stop())))

const join = async (person: User, plantId = open.plantId) => {
  const member = { plantId, userId: person.userId, role: 'installerStaff', invitedBy: null } as const
  await addMember(open.server.database.db, { ...member, since: open.server.clock.now() })
}
const start = async (
  scope: { topic: string } | { lamps: { topic: string; addr: number }[] } = { topic: open.unit.topic },
) => (await open.client.call('startWalk', { plantId: open.plantId, of: scope })).walk

beforeEach(async () => {
  open ??= await openPlantWithUnit()
  if (!openClients.includes(open)) openClients.push(open)
  const { server, plantId } = open
  server.clock.time = new Date(server.clock.time.getTime() + 3_600_000)
  at = server.clock.now().toISOString()
  const { walks } = await open.client.call('getWalks', { plantId })
  for (const { id, ended_at } of walks)
    if (ended_at === null) await open.client.call('endWalk', { plantId, walkId: id })
  luca ??= await server.create.user()
  await join(luca).catch(() => undefined)
  walkId = (await start()).id
  open.server.published.length = 0
  open.server.broadcasts.length = 0
})

const createWalkInput = () => ({ plantId: open.plantId, walkId })
const advanceClock = (minutes: number) => {
  open.server.clock.time = new Date(open.server.clock.time.getTime() + minutes * 60_000)
}
const clientOf = (person?: User) => (person ? open.server.as(person) : open.client)
const claimLamp = (person?: User, overrides: { blink?: boolean } = {}) =>
  clientOf(person).call('claimWalkLamp', { ...createWalkInput(), ...overrides })
const after = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
const lampAt = (addr: number) => ({ topic: open.unit.topic, serial: `A1B2C${addr}` })
const place = (location: string, overrides: { description?: string; roomId?: string | null } = {}) => ({
  description: '',
  location,
  roomId: null,
  ...overrides,
})
const versionOf = async (addr: number) => (await open.client.call('getLamp', { ...open.unit, addr })).lamp.version
const createSaveInput = async (addr: number, location: string, overrides: object = {}) => ({
  ...createWalkInput(),
  ...lampAt(addr),
  workId: randomUUID(),
  version: await versionOf(addr),
  goOn: true,
  place: place(location),
  ...overrides,
})
const save = async (addr: number, location: string, person?: User, overrides: object = {}) =>
  clientOf(person).call('saveWalkLamp', await createSaveInput(addr, location, overrides))
const skip = (addr: number, reason: 'later' | (typeof skipReasons)[number], person?: User) =>
  clientOf(person).call('skipWalkLamp', { ...createWalkInput(), ...lampAt(addr), reason, goOn: true })
const lampsNow = async () => (await open.client.call('getWalk', createWalkInput())).lamps
const statesNow = async () => (await lampsNow()).map(({ state }) => state)
/** The commands of this test. */
const listCommands = () => {
  const reportedCommands = open.server.broadcasts.flatMap(({ event, data }) =>
    event === 'response' ? [data.command] : [],
  )
  return [...new Map(reportedCommands.map(({ id, command }) => [id, command])).values()].sort()
}

describe('commissioning walk', () => {
  it('follows the lamps of a unit and is shared by repeated starts', async () => {
    const otherWalk = await clientOf(luca).call('startWalk', {
      plantId: open.plantId,
      of: { topic: open.unit.topic },
    })
    expect(otherWalk.walk).toMatchObject({ id: walkId, topic: open.unit.topic, total: 4, done: 0, skipped: 0 })
    expect(
      (await lampsNow()).map(({ addr, serial, state, taken: claimedBy }) => [addr, serial, state, claimedBy]),
    ).toEqual([1, 2, 3, 4].map((addr) => [addr, `A1B2C${addr}`, 'open', null]))
  })

  it('follows chosen lamps by number and starts once per key', async () => {
    const lamps = [3, 1, 3].map((addr) => ({ topic: open.unit.topic, addr }))
    const begin = () => open.client.call('startWalk', { plantId: open.plantId, of: { lamps } }, 'press')
    const [firstWalk, other] = await Promise.all([begin(), begin()])
    expect(firstWalk.walk).toEqual(other.walk)
    expect(firstWalk.walk).toMatchObject({ topic: null, total: 2 })
    const { lamps: walkLamps } = await open.client.call('getWalk', { plantId: open.plantId, walkId: firstWalk.walk.id })
    expect(walkLamps.map(({ addr }) => addr)).toEqual([1, 3])
  })

  it('is refused for missing units or lamps and beyond the plant limit', async () => {
    const refusalOf = (scope: object) => open.client.refusal('startWalk', { plantId: open.plantId, of: scope })
    const { topic } = open.unit
    expect(await refusalOf({ topic: 'logica_0FFFFF' })).toBe('UNIT_NOT_FOUND')
    expect(await refusalOf({ lamps: [{ topic, addr: 9 }] })).toBe('LAMP_NOT_FOUND')
    expect(await refusalOf({ lamps: [] })).toBe('INVALID_INPUT')
    await open.client.call('saveCu', { plantId: open.plantId, cuType: 'logica', cuId: '0E0001' })
    expect(await refusalOf({ topic: 'logica_0E0001' })).toBe('UNIT_NOT_ACQUIRED')
    const { walks } = await open.client.call('getWalks', { plantId: open.plantId })
    const runningWalks = walks.filter(({ ended_at }) => ended_at === null).length
    for (let n = runningWalks; n < walkLimits.open; n++) await start({ lamps: [{ topic, addr: 1 }] })
    await expect(start({ lamps: [{ topic, addr: 1 }] })).rejects.toMatchObject({
      code: 'WALK_LIMIT',
      details: { limit: walkLimits.open },
    })
    expect((await start()).id).toBe(walkId)
  })

  it('is refused for a unit that has reported no lamps', async () => {
    const topic = await open.server.create.unit(open.plantId, 'logica', '0E1001')
    expect(await open.client.refusal('startWalk', { plantId: open.plantId, of: { topic } })).toBe('NO_DEVICE_SELECTED')
  })

  it('of another plant is not found by any action', async () => {
    const nonMember = await open.server.create.user()
    const plantId = await open.server.create.plant({ members: { installerStaff: nonMember.userId } })
    const nonMemberClient = open.server.as(nonMember)
    const step = { plantId, walkId, ...lampAt(1), goOn: true }
    const calls = {
      getWalk: { plantId, walkId },
      claimWalkLamp: { plantId, walkId },
      blinkWalkLamp: { plantId, walkId, ...lampAt(1) },
      saveWalkLamp: { ...step, workId: randomUUID(), place: place('Door'), version: 0 },
      skipWalkLamp: { ...step, reason: 'later' },
      leaveWalk: { plantId, walkId },
      reopenWalk: { plantId, walkId },
      endWalk: { plantId, walkId },
    }
    for (const [action, input] of Object.entries(calls)) {
      expect([action, await nonMemberClient.refusal(action, input)]).toEqual([action, 'WALK_NOT_FOUND'])
      expect(await nonMemberClient.refusal(action, { ...input, plantId: open.plantId })).toBe('PLANT_NOT_FOUND')
    }
  })
})

describe('next lamp', () => {
  it('blinks, is broadcast with its person and stops blinking afterwards', async () => {
    const { lamp, command } = await claimLamp()
    expect(lamp).toMatchObject({ addr: 1, taken: { name: open.installer.name, until: after(10) } })
    expect(command).toMatchObject({ command: 'identify', cu: open.unit.topic })
    expect(open.server.broadcasts).toContainEqual(
      expect.objectContaining({ event: 'walk', data: expect.objectContaining({ lamps: [lamp] }) }),
    )
    expect(listCommands()).toEqual(['identify'])
    const next = await save(1, 'Door 1')
    expect([next.lamp?.addr, next.command?.command]).toEqual([2, 'identify'])
    expect(listCommands()).toEqual(['identify', 'identify', 'stop_blink'])
  })

  it('is the same on another device of the person and blinks once', async () => {
    await claimLamp()
    const other = await claimLamp()
    expect([other.lamp?.addr, other.command]).toEqual([1, null])
    advanceClock(1)
    expect((await claimLamp(undefined, { blink: false })).command).toBeNull()
    const secondTake = await claimLamp()
    expect([secondTake.lamp?.addr, secondTake.command?.command]).toEqual([1, 'identify'])
    expect(secondTake.lamp?.taken?.until).toBe(after(11))
  })

  it('differs for several people and is null where others hold the rest', async () => {
    const people = [open.installer, luca, await open.server.create.user(), await open.server.create.user()]
    for (const person of people.slice(2)) await join(person)
    const steps = await Promise.all(people.map((person) => claimLamp(person)))
    expect(steps.map(({ lamp }) => lamp?.addr).sort()).toEqual([1, 2, 3, 4])
    const last = await open.server.create.user()
    await join(last)
    expect((await claimLamp(last)).lamp).toBeNull()
  })

  it('of an inactive person is free after some minutes', async () => {
    await claimLamp()
    expect((await claimLamp(luca)).lamp?.addr).toBe(2)
    await clientOf(luca).call('leaveWalk', createWalkInput())
    advanceClock(10)
    expect((await claimLamp(luca)).lamp?.addr).toBe(1)
    expect((await claimLamp()).lamp?.addr).toBe(2)
  })

  it('skips a lamp held in another walk', async () => {
    await claimLamp()
    const other = await start({ lamps: [1, 2].map((addr) => ({ topic: open.unit.topic, addr })) })
    const { lamp } = await clientOf(luca).call('claimWalkLamp', { plantId: open.plantId, walkId: other.id })
    expect(lamp?.addr).toBe(2)
    expect((await save(1, 'Door 1')).lamp?.addr).toBe(3)
  })

  it('blinks longer on request of its person only', async () => {
    await claimLamp()
    const blink = { ...createWalkInput(), ...lampAt(1) }
    const { lamp, command } = await open.client.call('blinkWalkLamp', blink)
    expect([lamp?.taken?.blinks_until, command?.command]).toEqual([after(2), 'identify'])
    await expect(clientOf(luca).call('blinkWalkLamp', blink)).rejects.toMatchObject({
      code: 'WALK_LAMP_NOT_YOURS',
      details: { by: open.installer.name },
    })
    expect(await clientOf(luca).refusal('blinkWalkLamp', { ...createWalkInput(), ...lampAt(4) })).toBe(
      'WALK_LAMP_NOT_YOURS',
    )
    expect(await clientOf(luca).refusal('blinkWalkLamp', { ...createWalkInput(), ...lampAt(9) })).toBe(
      'WALK_LAMP_NOT_YOURS',
    )
  })

  it('does not blink where its unit is offline, and the walk goes on', async () => {
    await open.sendMessage('online', { boot: 1, online: false, at })
    const step = await claimLamp()
    expect([step.lamp?.addr, step.lamp?.taken?.blinks_until, step.command]).toEqual([1, null, null])
    expect((await save(1, 'Door 1')).lamp?.addr).toBe(2)
    expect(listCommands()).toEqual([])
    await open.sendMessage('online', { boot: 1, connection: 1, online: true, at })
  })
})

describe('saving a place', () => {
  it('writes texts and room over the version read, and broadcasts', async () => {
    const room = { level: 'room', parentId: null, name: randomUUID(), kind: null, areaM2: null } as const
    const { room_id: roomId } = await open.client.call('saveRoom', { plantId: open.plantId, room })
    await claimLamp()
    open.server.broadcasts.length = 0
    const { walk } = await save(1, 'Door 407', undefined, {
      place: place('Door 407', { description: 'Exit sign', roomId }),
    })
    expect(walk).toMatchObject({ total: 4, done: 1 })
    const [lamp] = await lampsNow()
    expect(lamp).toMatchObject({ description: 'Exit sign', location: 'Door 407', room_id: roomId, state: 'done' })
    expect([lamp?.by, lamp?.at, lamp?.taken]).toEqual([open.installer.name, at, null])
    const events = open.server.broadcasts.map(({ event }) => event)
    for (const event of ['saveLampDescription', 'assignToRoom', 'walk']) expect(events).toContain(event)
    expect((await open.client.call('getLamp', { ...open.unit, addr: 1 })).lamp).toMatchObject({ location: 'Door 407' })
    const { entries } = await open.client.call('getAudit', { plantId: open.plantId })
    const changes = entries.filter(({ action }) => action === 'saveWalkLamp').flatMap((entry) => entry.changes)
    expect(changes).toContainEqual({ field: 'description', before: null, after: 'Exit sign' })
  })

  it('writes once if sent repeatedly', async () => {
    await claimLamp()
    const input = await createSaveInput(1, `Door ${randomUUID()}`)
    const [firstSave, other] = await Promise.all([
      open.client.call('saveWalkLamp', input),
      open.client.call('saveWalkLamp', input),
    ])
    expect([firstSave.lamp?.addr, other.lamp?.addr]).toEqual([2, 2])
    expect(await versionOf(1)).toBe(input.version + 1)
  })

  it('is refused over a later change, which is returned', async () => {
    await claimLamp()
    const input = await createSaveInput(1, 'Mine')
    const otherTexts = { description: '', location: `Theirs ${randomUUID()}`, notes: '' }
    const lampDescInfo = { topic: open.unit.topic, addr: 1, ...otherTexts }
    await clientOf(luca).call('saveLampDescription', { plantId: open.plantId, lampDescInfo, version: input.version })
    await expect(open.client.call('saveWalkLamp', input)).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      details: { now: { ...otherTexts, version: input.version + 1 } },
    })
    expect(await statesNow()).toEqual(['open', 'open', 'open', 'open'])
    expect((await lampsNow())[0]?.taken?.name).toBe(open.installer.name)
    const firstPlace = { ...input, workId: randomUUID(), version: input.version + 1 }
    expect((await open.client.call('saveWalkLamp', firstPlace)).walk.done).toBe(1)
  })

  it('offline works for lamps held by others and after the end', async () => {
    await claimLamp(luca)
    const { walk } = await save(1, 'Typed in the basement', undefined, { goOn: false })
    expect(walk.done).toBe(1)
    expect((await claimLamp(luca)).lamp?.addr).toBe(2)
    await open.client.call('endWalk', createWalkInput())
    const lateSave = await save(3, 'Typed even later', undefined, { goOn: true })
    expect([lateSave.walk.done, lateSave.lamp]).toEqual([2, null])
  })

  it('is refused for empty places, foreign lamps and foreign rooms', async () => {
    const refusalOf = async (addr: number, overrides: object) =>
      open.client.refusal('saveWalkLamp', { ...(await createSaveInput(1, 'Door')), ...lampAt(addr), ...overrides })
    expect(await refusalOf(1, { place: place(' ') })).toBe('INVALID_INPUT')
    expect(await refusalOf(1, { place: place('', { roomId: randomUUID() }) })).toBe('ROOM_NOT_FOUND')
    expect(await refusalOf(9, {})).toBe('LAMP_NOT_FOUND')
    const other = await start({ lamps: [{ topic: open.unit.topic, addr: 4 }] })
    expect(await refusalOf(1, { walkId: other.id })).toBe('LAMP_NOT_FOUND')
  })
})

describe('lamp without a place', () => {
  it('is postponed, or skipped with a reason and resumed', async () => {
    await claimLamp()
    expect((await skip(1, 'later')).lamp?.addr).toBe(2)
    const step = await skip(2, 'noAnswer')
    expect([step.lamp?.addr, step.walk.skipped]).toEqual([3, 1])
    const [first, second] = await lampsNow()
    expect([first?.state, first?.put_off]).toEqual(['open', 1])
    expect([second?.state, second?.reason, second?.by]).toEqual(['skipped', 'noAnswer', open.installer.name])
    await save(3, 'Door 3')
    expect((await save(4, 'Door 4')).lamp?.addr).toBe(1)
    expect((await save(1, 'Door 1')).lamp).toBeNull()
    const { walk } = await open.client.call('reopenWalk', createWalkInput())
    expect([walk.skipped, walk.ended_at]).toEqual([0, null])
    expect((await claimLamp()).lamp?.addr).toBe(2)
  })

  it('can be skipped only by its person', async () => {
    await claimLamp()
    const input = { ...createWalkInput(), ...lampAt(1), reason: 'noAccess', goOn: true }
    expect(await clientOf(luca).refusal('skipWalkLamp', input)).toBe('WALK_LAMP_NOT_YOURS')
    advanceClock(10)
    expect(await open.client.refusal('skipWalkLamp', input)).toBe('WALK_LAMP_NOT_YOURS')
  })

  it('is not assigned once its unit no longer lists it', async () => {
    const { server, plantId } = open
    const topic = await server.create.unit(plantId, 'logica', '0E2001')
    await insertLamps(
      server,
      plantId,
      [
        { addr: 1, serial: 'F00001' },
        { addr: 2, serial: 'F00002' },
      ],
      topic,
    )
    const other = await start({ topic })
    await open.client.call('removeCu', { plantId, topic })
    const walkInput = { plantId, walkId: other.id }
    expect((await open.client.call('claimWalkLamp', walkInput)).lamp).toBeNull()
    expect((await open.client.call('getWalk', walkInput)).lamps.map(({ addr }) => addr)).toEqual([null, null])
    const missingLamp = { ...(await createSaveInput(1, 'Door')), ...walkInput, topic, serial: 'F00001' }
    expect(await open.client.refusal('saveWalkLamp', missingLamp)).toBe('LAMP_NOT_FOUND')
    expect((await open.client.call('endWalk', walkInput)).walk.ended_at).not.toBeNull()
  })
})

describe('end of a walk', () => {
  it('is automatic with the last place and stops further steps', async () => {
    await claimLamp()
    for (const addr of [1, 2, 3]) await save(addr, `Door ${addr}`)
    const { walk, lamp } = await save(4, 'Door 4')
    expect([walk.done, walk.ended_at, lamp]).toEqual([4, at, null])
    const step = { ...createWalkInput(), ...lampAt(1) }
    expect(await open.client.refusal('claimWalkLamp', createWalkInput())).toBe('WALK_ENDED')
    expect(await open.client.refusal('blinkWalkLamp', step)).toBe('WALK_ENDED')
    expect(await open.client.refusal('skipWalkLamp', { ...step, reason: 'later', goOn: true })).toBe('WALK_ENDED')
    expect(await open.client.refusal('reopenWalk', createWalkInput())).toBe('WALK_ENDED')
    expect((await start()).id).not.toBe(walkId)
  })

  it('by a person frees all lamps, stops blinking and keeps places', async () => {
    await claimLamp()
    await claimLamp(luca)
    const { walk } = await open.client.call('endWalk', createWalkInput())
    expect(walk.ended_at).not.toBeNull()
    expect((await lampsNow()).map(({ taken: claimedBy }) => claimedBy)).toEqual([null, null, null, null])
    expect(listCommands()).toEqual(['identify', 'identify', 'stop_blink', 'stop_blink'])
    expect((await open.client.call('endWalk', createWalkInput())).walk).toEqual(walk)
  })

  it('for one person frees only that lamp', async () => {
    await claimLamp()
    await claimLamp(luca)
    await open.client.call('leaveWalk', createWalkInput())
    expect((await lampsNow()).map(({ taken: claimedBy }) => claimedBy?.name ?? null)).toEqual([
      null,
      luca.name,
      null,
      null,
    ])
    expect(listCommands()).toEqual(['identify', 'identify', 'stop_blink'])
  })

  it('leads to its deletion later, also for an abandoned walk', async () => {
    const { db } = open.server.database
    await deleteOldWalks(db, new Date(at), 1_000)
    expect(await open.client.refusal('getWalk', createWalkInput())).toBeNull()
    expect(await deleteOldWalks(db, new Date(Date.parse(at) + 1), 1_000)).toBeGreaterThan(0)
    expect(await open.client.refusal('getWalk', createWalkInput())).toBe('WALK_NOT_FOUND')
  })
})
