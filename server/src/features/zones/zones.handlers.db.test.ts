import { randomUUID } from 'node:crypto'
import { maxZonesPerPlant } from '@vigilux/contract/features/zones/zone.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit, removeUnit } from '../central-units/index.ts'
import { zoneTable } from './zones.schema.ts'
import { zoneLamps, zoneRows } from './zones.store.ts'

let server: TestServer
let staff: User
let owner: User
let plantId: string
let topic: string
/** New units per plant: a serial can be enrolled only once. */
let units = 0
const nextUnit = () => server.create.unit(plantId, 'logica', (0xf0_00_00 + units++).toString(16).toUpperCase())
const nextPlant = async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  topic = await nextUnit()
  const lamps = [1, 2, 3].map((addr) => ({ addr, serial: `A1B2C${addr}` }))
  await insertLamps(server, plantId, lamps, topic)
}
beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
beforeEach(async () => {
  await nextPlant()
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

const collection = async (name: string, groups: number[]) =>
  (await server.as(staff).call('saveCollection', { plantId, collection: { name, topic, groups } })).collection.id
const save = async (zoneName: string, collections: string[] = []) =>
  (await server.as(staff).call('saveZone', { plantId, zone: { zoneName, collections } })).zone
const saveRefused = (zoneName: string, collections: string[] = []) =>
  server.as(staff).refusal('saveZone', { plantId, zone: { zoneName, collections } })
const update = (zoneId: string, version: number, zoneName: string, collections: string[] = []) =>
  server.as(staff).refusal('updateZone', { plantId, zoneId, version, zone: { zoneName, collections } })
const list = async () => (await server.as(owner).call('getZones', { plantId })).zones
const at = (addrs: number[], unitTopic = topic) => (addrs.length > 0 ? [{ topic: unitTopic, addr: addrs }] : [])
type Change = 'set' | 'add' | 'remove'
const assignLamps = (zoneId: string | null, addrs: number[], change: Change = 'set') =>
  server.as(staff).refusal('updateZoneLamps', { plantId, zoneId, lamps: at(addrs), change })
const lampsOf = async (zoneId: string) =>
  (await server.as(owner).call('getZoneLamps', { plantId })).zones.find((one) => one.zone_id === zoneId)?.addrs ?? []
const idOf = async (unitTopic: string) => (await findUnit(server.database.db, plantId, { topic: unitTopic }))?.id ?? ''

describe('zones', () => {
  it('have a name and aggregations, are visible to members and broadcast', async () => {
    const [upCollection, downCollection] = [await collection('Up', [3, 5]), await collection('Down', [5, 16])]
    const stairs = await save(' Stairs ', [upCollection, downCollection, upCollection])
    const bar = await save('bar')
    const shape = {
      zoneName: 'Stairs',
      collections: [downCollection, upCollection],
      groups: [{ cu: topic, groups: [3, 5, 16] }],
    }
    expect(stairs).toEqual({ ...shape, id: stairs.id, scenes: [], version: 1 })
    expect(await list()).toEqual([bar, stairs])
    expect((await server.as(owner).call('getZonesPost', { plantId })).zones).toEqual(await list())
    const data = { plant_id: plantId, zone: stairs }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'saveZone', data })
    const zone = { zoneName: 'Mine', collections: [] }
    expect(await server.as(owner).refusal('saveZone', { plantId, zone })).toBe('NOT_ALLOWED')
  })

  it('have unique names in a plant, ignoring case', async () => {
    for (const wrongName of ['', '   ', 'x'.repeat(61)]) expect(await saveRefused(wrongName)).toBe('INVALID_INPUT')
    await save('Außen Ärzte')
    expect(await saveRefused('AUßEN ÄRZTE')).toBe('ZONE_NAME_TAKEN')
    const outcomes = await Promise.all(['Hall', 'hall', 'HALL', 'hAll'].map((name) => saveRefused(name)))
    expect(outcomes.toSorted()).toEqual(['ZONE_NAME_TAKEN', 'ZONE_NAME_TAKEN', 'ZONE_NAME_TAKEN', null])
    // Bypasses the plant lock of writes: the index holds alone.
    const inserted = await Promise.all(
      ['Bar', 'BAR'].map((name) => server.inTransaction(({ tx }) => zoneRows.insert(tx, plantId, name))),
    )
    expect(inserted.filter((id) => id !== undefined)).toHaveLength(1)
  })

  it('are saved over the opened version, and a refusal shows the current one', async () => {
    const upCollection = await collection('Up', [3])
    const { id } = await save('Stairs', [upCollection])
    const { id: bar } = await save('Bar')
    expect(await update(id, 1, 'stairs')).toBeNull()
    expect(await list()).toMatchObject([
      { id: bar },
      { id, zoneName: 'stairs', collections: [], groups: [], version: 2 },
    ])
    expect(await update(id, 1, 'Late')).toBe('CHANGED_MEANWHILE')
    expect(await update(id, 2, 'BAR')).toBe('ZONE_NAME_TAKEN')
    expect(await update(randomUUID(), 1, 'New')).toBe('ZONE_NOT_FOUND')
    expect(await update(id, 2, 'Stairs', [randomUUID()])).toBe('COLLECTION_NOT_FOUND')
    expect((await list())[1]).toMatchObject({ zoneName: 'stairs', version: 2 })
  })

  it('are removed once with their links to lamps and aggregations', async () => {
    const upCollection = await collection('Up', [3])
    const { id } = await save('Stairs', [upCollection])
    await assignLamps(id, [1, 2])
    expect(await server.as(staff).call('removeZone', { plantId, zoneId: id })).toEqual({})
    const data = { plant_id: plantId, zone_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'removeZone', data })
    expect(await server.as(staff).refusal('removeZone', { plantId, zoneId: id })).toBe('ZONE_NOT_FOUND')
    expect([await list(), await lampsOf(id)]).toEqual([[], []])
    expect((await server.as(staff).call('getLamps', { plantId })).lamps).toHaveLength(3)
    expect((await server.as(staff).call('getCollections', { plantId })).collections).toMatchObject([
      { id: upCollection, uses: [] },
    ])
  })

  it('are limited to 250 in a plant, even at once', async () => {
    const rows = Array.from({ length: maxZonesPerPlant - 1 }, (_, n) => ({ plantId, name: `Zone ${n}` }))
    await server.database.db.insert(zoneTable).values(rows)
    const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => saveRefused(name)))
    expect(outcomes.filter((code) => code === null)).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'ZONE_LIMIT')).toHaveLength(4)
    expect(await list()).toHaveLength(250)
    await expect(save('One more')).rejects.toMatchObject({ code: 'ZONE_LIMIT', details: { limit: 250 } })
    const fullPlant = plantId
    await nextPlant()
    expect(await saveRefused('Another plant')).toBeNull()
    plantId = fullPlant
    expect(await list()).toHaveLength(250)
  })
})

describe('lamps of a zone', () => {
  it('can be set, added and removed, also in several zones', async () => {
    const [hallId, night] = [(await save('Hall')).id, (await save('Night')).id]
    await assignLamps(hallId, [1, 2])
    await assignLamps(night, [2, 3])
    await assignLamps(hallId, [2, 3], 'add')
    expect([await lampsOf(hallId), await lampsOf(night)]).toEqual([
      [1, 2, 3],
      [2, 3],
    ])
    await assignLamps(hallId, [1], 'remove')
    await assignLamps(hallId, [1], 'remove')
    expect(await lampsOf(hallId)).toEqual([2, 3])
    const data = { plant_id: plantId, zone_id: hallId }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'updateZoneLamps', data })
    // Without `change`, as older API clients call it: exactly these lamps.
    await server.as(staff).call('updateZoneLamps', { plantId, zoneId: hallId, lamps: at([1]) })
    expect(await lampsOf(hallId)).toEqual([1])
    await assignLamps(hallId, [])
    expect([await lampsOf(hallId), await lampsOf(night)]).toEqual([[], [2, 3]])
  })

  it('are refused without zone or lamp or for unknown ones', async () => {
    const { id } = await save('Hall')
    await assignLamps(id, [1])
    expect(await assignLamps(null, [2])).toBe('NO_ZONE_SELECTED')
    expect(await assignLamps(id, [], 'add')).toBe('NO_DEVICE_SELECTED')
    expect(await assignLamps(randomUUID(), [2])).toBe('ZONE_NOT_FOUND')
    expect(await assignLamps(id, [2, 99])).toBe('LAMP_NOT_FOUND')
    const lamps = [...at([2]), ...at([1], 'logica_0FFFFF')]
    expect(await server.as(staff).refusal('updateZoneLamps', { plantId, zoneId: id, lamps })).toBe('UNIT_NOT_FOUND')
    expect(await server.as(owner).refusal('updateZoneLamps', { plantId, zoneId: id, lamps })).toBe('NOT_ALLOWED')
    expect(await lampsOf(id)).toEqual([1])
  })

  it('are all added by one call, or none', async () => {
    const { id } = await save('Hall')
    const lamps = []
    for (let n = 0; n < 3; n++) {
      const nextTopic = await nextUnit()
      const addrs = Array.from({ length: 992 }, (_, at) => at + 1)
      const serials = addrs.map((addr) => ({ addr, serial: (n * 1_000 + addr).toString(16).padStart(6, '0') }))
      await insertLamps(server, plantId, serials, nextTopic)
      lamps.push(...at(addrs, nextTopic))
    }
    const countZoneAddrs = async () =>
      (await server.as(owner).call('getZoneLamps', { plantId })).zones.flatMap(({ addrs }) => addrs).length
    const zoneInput = { plantId, zoneId: id, change: 'add' } as const
    const short = [...lamps, ...at([99])]
    expect(await server.as(staff).refusal('updateZoneLamps', { ...zoneInput, lamps: short })).toBe('LAMP_NOT_FOUND')
    expect(await countZoneAddrs()).toBe(0)
    await server.as(staff).call('updateZoneLamps', { ...zoneInput, lamps })
    expect(await countZoneAddrs()).toBe(2_976)
  })

  it('stay with a replacement unit and leave with a removed one', async () => {
    const { id } = await save('Hall')
    await assignLamps(id, [1, 2])
    const next = await nextUnit()
    await insertLamps(server, plantId, [{ addr: 7, serial: 'A1B2C2' }], next)
    await zoneLamps.move(server.database.db, await idOf(topic), await idOf(next))
    await server.inTransaction((work) => removeUnit(work, plantId, topic, { at: work.now, by: null }))
    const { zones } = await server.as(owner).call('getZoneLamps', { plantId })
    expect(zones).toEqual([{ zone_id: id, topic: next, addrs: [7] }])
  })

  it('that replace others join their zones', async () => {
    const [hallId, night] = [(await save('Hall')).id, (await save('Night')).id]
    await assignLamps(hallId, [1, 2])
    await assignLamps(night, [1, 3])
    const pairs = [
      { old: 'A1B2C1', new: 'A1B2C2' },
      { old: 'A1B2C2', new: 'A1B2C1' },
    ]
    const unitId = await idOf(topic)
    await server.inTransaction(({ tx }) => zoneLamps.moveToSuccessors(tx, unitId, pairs))
    expect([await lampsOf(hallId), await lampsOf(night)]).toEqual([
      [1, 2],
      [2, 3],
    ])
  })
})

it('foreign zones, lamps and aggregations are not found', async () => {
  const other = { plantId, topic, zone: await save('Stairs', [await collection('Up', [3])]) }
  const [upCollection = ''] = other.zone.collections
  await nextPlant()
  const { id } = await save('Mine')
  expect(await saveRefused('Theirs', [upCollection])).toBe('COLLECTION_NOT_FOUND')
  expect(await update(id, 1, 'Mine', [upCollection])).toBe('COLLECTION_NOT_FOUND')
  expect(await update(other.zone.id, 1, 'Mine too')).toBe('ZONE_NOT_FOUND')
  expect(await assignLamps(other.zone.id, [1])).toBe('ZONE_NOT_FOUND')
  expect(await server.as(staff).refusal('removeZone', { plantId, zoneId: other.zone.id })).toBe('ZONE_NOT_FOUND')
  const foreignInput = { plantId, zoneId: id, lamps: at([1], other.topic) }
  expect(await server.as(staff).refusal('updateZoneLamps', foreignInput)).toBe('UNIT_NOT_FOUND')
  const nonMember = await server.create.user()
  const refusalOf = (name: 'getZones' | 'getZonesPost' | 'getZoneLamps') =>
    server.as(nonMember).refusal(name, { plantId })
  for (const name of ['getZones', 'getZonesPost', 'getZoneLamps'] as const)
    expect(await refusalOf(name)).toBe('PLANT_NOT_FOUND')
  expect([await list(), await lampsOf(id)]).toMatchObject([[{ id, collections: [], version: 1 }], []])
  plantId = other.plantId
  expect(await list()).toEqual([other.zone])
})

it('a used aggregation is removed only after confirmation', async () => {
  const [upCollection, downCollection] = [await collection('Up', [3]), await collection('Down', [5])]
  const stairs = await save('Stairs', [upCollection, downCollection])
  await save('Night', [upCollection])
  const remove = (confirmed?: boolean) =>
    server
      .as(staff)
      .call('removeCollection', { plantId, collectionId: upCollection, ...(confirmed !== undefined && { confirmed }) })
  const details = { uses: [{ name: 'Night' }, { kind: 'zone', id: stairs.id, name: 'Stairs' }], names: 'Night, Stairs' }
  await expect(remove()).rejects.toMatchObject({ code: 'COLLECTION_IN_USE', details })
  await expect(remove(false)).rejects.toMatchObject({ code: 'COLLECTION_IN_USE' })
  expect(await update(stairs.id, 1, 'Staircase', [upCollection, downCollection])).toBeNull()
  await expect(remove()).rejects.toMatchObject({ details: { names: 'Night, Staircase' } })
  await remove(true)
  const groups = [{ cu: topic, groups: [5] }]
  expect(await list()).toMatchObject([
    { collections: [], groups: [] },
    { collections: [downCollection], groups },
  ])
  const { collections } = await server.as(staff).call('getCollections', { plantId })
  expect(collections).toMatchObject([{ id: downCollection, uses: [{ name: 'Staircase' }] }])
})
