import { randomUUID } from 'node:crypto'
import type { RoomDraft } from '@vigilux/contract/features/rooms/room.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit, removeUnit } from '../central-units/index.ts'
import { saveLampNote } from '../lamps/index.ts'
import { moveRooms } from './rooms.store.ts'

let server: TestServer
let staff: User
let plantId: string
let topic: string
/** A new unit per plant: a serial can be enrolled only once. */
let units = 0
beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId } })
  topic = await server.create.unit(plantId, 'logica', (0xa0_00_00 + units++).toString(16).toUpperCase())
  const lamps = [1, 2, 3].map((addr) => ({ addr, serial: `A1B2C${addr}` }))
  await insertLamps(server, plantId, lamps, topic)
})
afterAll(() => server.stop())

const draft = (name: string, change: Partial<RoomDraft> = {}): RoomDraft => ({
  level: 'room',
  parentId: null,
  name,
  kind: null,
  areaM2: null,
  used: null,
  ...change,
})
const save = async (name: string, change: Partial<RoomDraft> = {}) =>
  (await server.as(staff).call('saveRoom', { plantId, room: draft(name, change) })).room_id
const refusedRoom = (room: RoomDraft, base?: { roomId: string; version: number }) =>
  server.as(staff).refusal('saveRoom', { plantId, room, ...(base && { known: base }) })
const rooms = async () => (await server.as(staff).call('getRooms', { plantId })).rooms
const assign = (roomId: string | null, addrs: number[], extraUnits: string[] = []) =>
  server.as(staff).call('assignToRoom', {
    plantId,
    roomId,
    units: extraUnits,
    lamps: addrs.length > 0 ? [{ topic, addr: addrs }] : [],
  })
const readRoomCounts = async () =>
  Object.fromEntries((await rooms()).map(({ name, units: n, lamps }) => [name, [n, lamps]]))

describe('room tree', () => {
  it('of building, floor and room is saved, sorted by name and broadcast', async () => {
    const building = await save('Hospital', { level: 'building' })
    const floor = await save('Ground floor', { level: 'floor', parentId: building })
    const ward = await save('Ward 3', { parentId: floor, kind: 'escapeRoute', areaM2: 42.5 })
    expect(await rooms()).toEqual([
      { ...draft('Ground floor', { level: 'floor', parentId: building }), id: floor, version: 1, units: 0, lamps: 0 },
      { ...draft('Hospital', { level: 'building' }), id: building, version: 1, units: 0, lamps: 0 },
      {
        ...draft('Ward 3', { parentId: floor, kind: 'escapeRoute', areaM2: 42.5 }),
        id: ward,
        version: 1,
        units: 0,
        lamps: 0,
      },
    ])
    const data = { plant_id: plantId, room_id: ward }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'saveRoom', data })
  })

  it('refuses larger rooms within smaller ones and keeps levels', async () => {
    const building = await save('A', { level: 'building' })
    const floor = await save('1', { level: 'floor', parentId: building })
    const room = await save('Office', { parentId: floor })
    expect(await refusedRoom(draft('B', { level: 'building', parentId: building }))).toBe('ROOM_PLACE')
    expect(await refusedRoom(draft('2', { level: 'floor', parentId: room }))).toBe('ROOM_PLACE')
    expect(await refusedRoom(draft('1', { level: 'room' }), { roomId: floor, version: 1 })).toBe('ROOM_PLACE')
    expect(await refusedRoom(draft('Hall', { parentId: randomUUID() }))).toBe('ROOM_NOT_FOUND')
  })

  it('has unique names per parent, ignoring case', async () => {
    const [east, west] = [await save('East', { level: 'building' }), await save('West', { level: 'building' })]
    await save('Hall', { parentId: east })
    await save('Hall', { parentId: west })
    expect(await refusedRoom(draft('HALL', { parentId: east }))).toBe('ROOM_NAME_TAKEN')
    const codes = await Promise.all([refusedRoom(draft('Stairs')), refusedRoom(draft('stairs'))])
    expect(codes.sort()).toEqual(['ROOM_NAME_TAKEN', null].sort())
  })

  it('is not saved over a newer version', async () => {
    const roomId = await save('Hall')
    const base = { roomId, version: 1 }
    const hoursOfUse = { from: '22:00', to: '06:00' }
    const roomInput = { plantId, room: draft('Great hall', { areaM2: 12, used: hoursOfUse }), known: base }
    expect(await server.as(staff).call('saveRoom', roomInput)).toEqual({ room_id: roomId, version: 2 })
    expect(await refusedRoom(draft('Small hall'), base)).toBe('CHANGED_MEANWHILE')
    expect(await rooms()).toMatchObject([{ name: 'Great hall', areaM2: 12, used: hoursOfUse, version: 2 }])
  })

  it('limits the number of rooms and each field', async () => {
    const limit = server.ports.settings.roomsPerPlant
    for (let n = 1; n <= limit; n++) await save(`Room ${n}`)
    await expect(save('One more')).rejects.toMatchObject({ code: 'ROOM_LIMIT', details: { limit } })
    const [first] = await rooms()
    expect(await refusedRoom(draft('Renamed'), { roomId: first?.id ?? '', version: 1 })).toBeNull()
    const draftUsed = (from: string, to: string) => draft('a', { used: { from, to } })
    const times = [draftUsed('08:00', '08:00'), draftUsed('24:00', '08:00'), draftUsed('8:00', '18:00')]
    for (const wrongDraft of [draft(''), draft('x'.repeat(81)), draft('a', { areaM2: -1 }), ...times])
      expect(await refusedRoom(wrongDraft)).toBe('INVALID_INPUT')
  })
})

describe('lamps and units', () => {
  it('belong to one room each, are counted and broadcast', async () => {
    const [hallId, stairs] = [await save('Hall'), await save('Stairs')]
    await assign(hallId, [1, 2, 3], [topic])
    await assign(stairs, [3])
    expect(await readRoomCounts()).toEqual({ Hall: [1, 2], Stairs: [0, 1] })
    const { room, units: roomUnits, lamps } = await server.as(staff).call('getRoom', { plantId, roomId: hallId })
    const places = [1, 2].map((addr) => ({ topic, addr }))
    expect([room.name, roomUnits, lamps]).toEqual(['Hall', [topic], places])
    await assign(null, [1], [topic])
    expect(await readRoomCounts()).toEqual({ Hall: [0, 1], Stairs: [0, 1] })
    const announcement = { audience: { plant: plantId }, event: 'assignToRoom', data: { plant_id: plantId } }
    expect(server.broadcasts).toContainEqual(announcement)
  })

  it('are listed by room for the whole plant', async () => {
    const [hallId, stairs] = [await save('Hall'), await save('Stairs')]
    await assign(hallId, [3, 1])
    await assign(stairs, [2])
    const { rooms: roomLamps } = await server.as(staff).call('getRoomLamps', { plantId })
    expect(roomLamps.toSorted((a, b) => b.addrs.length - a.addrs.length)).toEqual([
      { room_id: hallId, topic, addrs: [1, 3] },
      { room_id: stairs, topic, addrs: [2] },
    ])
  })

  it('stay in the plant when their room is removed', async () => {
    const building = await save('A', { level: 'building' })
    const hallId = await save('Hall', { parentId: building })
    await assign(hallId, [1, 2], [topic])
    await server.as(staff).call('removeRoom', { plantId, roomId: building })
    expect(await rooms()).toEqual([])
    expect((await server.as(staff).call('getLamps', { plantId })).lamps).toHaveLength(3)
    expect(await server.as(staff).refusal('removeRoom', { plantId, roomId: hallId })).toBe('ROOM_NOT_FOUND')
    expect(await server.as(staff).refusal('getRoom', { plantId, roomId: hallId })).toBe('ROOM_NOT_FOUND')
  })

  it('that do not exist are listed in the refusal, and nothing changes', async () => {
    const hallId = await save('Hall')
    const refusalOf = (input: object) =>
      server.as(staff).refusal('assignToRoom', { plantId, roomId: hallId, units: [], lamps: [], ...input })
    expect(await refusalOf({})).toBe('NO_DEVICE_SELECTED')
    expect(await refusalOf({ units: [topic, 'logica_0FFFFF'] })).toBe('UNIT_NOT_FOUND')
    expect(await refusalOf({ units: [topic], lamps: [{ topic, addr: [1, 99] }] })).toBe('LAMP_NOT_FOUND')
    expect(await refusalOf({ units: [topic], roomId: randomUUID() })).toBe('ROOM_NOT_FOUND')
    expect(await readRoomCounts()).toEqual({ Hall: [0, 0] })
  })

  it('keep their location text', async () => {
    const { id: centralUnitId } = (await findUnit(server.database.db, plantId, { topic })) ?? { id: '' }
    const note = { centralUnitId, serial: 'A1B2C1', description: '', location: 'second door on the left', version: 0 }
    await saveLampNote(server.database.db, note)
    await assign(await save('Hall'), [1])
    const { lamps } = await server.as(staff).call('getLamps', { plantId })
    expect(lamps[0]?.location).toBe(note.location)
  })

  it('move with their rooms to a replacement unit', async () => {
    const hallId = await save('Hall')
    await assign(hallId, [1, 2], [topic])
    const next = await server.create.unit(plantId, 'logica', (0xb0_00_00 + units++).toString(16).toUpperCase())
    await insertLamps(server, plantId, [{ addr: 7, serial: 'A1B2C2' }], next)
    const idOf = async (one: string) => (await findUnit(server.database.db, plantId, { topic: one }))?.id ?? ''
    await moveRooms(server.database.db, await idOf(topic), await idOf(next))
    await server.inTransaction((work) => removeUnit(work, plantId, topic, { at: work.now, by: null }))
    const { units: roomUnits, lamps } = await server.as(staff).call('getRoom', { plantId, roomId: hallId })
    expect([roomUnits, lamps]).toEqual([[next], [{ topic: next, addr: 7 }]])
    expect(await readRoomCounts()).toEqual({ Hall: [1, 1] })
  })
})

it('a room of another plant is not found by any action', async () => {
  const foreignRoom = await save('Hall')
  plantId = await server.create.plant({ members: { installerStaff: staff.userId } })
  const client = server.as(staff)
  expect(await client.refusal('getRoom', { plantId, roomId: foreignRoom })).toBe('ROOM_NOT_FOUND')
  expect(await client.refusal('removeRoom', { plantId, roomId: foreignRoom })).toBe('ROOM_NOT_FOUND')
  expect(await client.refusal('assignToRoom', { plantId, roomId: foreignRoom, units: [topic], lamps: [] })).toBe(
    'ROOM_NOT_FOUND',
  )
  expect(await refusedRoom(draft('Mine', { parentId: foreignRoom }))).toBe('ROOM_NOT_FOUND')
  expect(await refusedRoom(draft('Mine'), { roomId: foreignRoom, version: 1 })).toBe('ROOM_NOT_FOUND')
})
