import { randomUUID } from 'node:crypto'
import type { ActionInput } from '@vigilux/contract/actions.ts'
import { maxMonitoringZonesPerPlant } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit, removeUnit } from '../central-units/index.ts'
import { monitoringZoneTable } from './monitoring-zones.schema.ts'
import { monitoringZoneLamps, monitoringZoneRows } from './monitoring-zones.store.ts'

let server: TestServer
let staff: User
let owner: User
let plantId: string
let topic: string
/** New units per plant: a serial can be enrolled only once. */
let units = 0
const nextUnit = () => server.create.unit(plantId, 'logica', (0xe0_00_00 + units++).toString(16).toUpperCase())
/** Lamps 1 to 4 are lighting, 5 is an emergency lamp, 6 a sensor. */
const nextPlant = async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  topic = await nextUnit()
  const types = ['lighting', 'lighting', 'lighting', 'lighting', 'emergency', 'sensor'] as const
  const lamps = types.map((type, at) => ({ addr: at + 1, serial: `A1B2C${at + 1}`, type }))
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

const at = (addrs: number[], unitTopic = topic) => (addrs.length > 0 ? [{ topic: unitTopic, addr: addrs }] : [])
const create = (name: string, addrs: number[] = []) =>
  server.as(staff).call('createMonitoringZone', { plantId, name, lamps: at(addrs) })
const createRefused = (name: string, addrs: number[] = []) =>
  server.as(staff).refusal('createMonitoringZone', { plantId, name, lamps: at(addrs) })
const update = (zoneId: string, change: Omit<ActionInput<'updateMonitoringZone'>, 'plantId' | 'zoneId'>) =>
  server.as(staff).refusal('updateMonitoringZone', { plantId, zoneId, ...change })
const assignLamps = (zoneId: string | null, addrs: number[], change: 'add' | 'remove' = 'add') =>
  server.as(staff).refusal('updateZoneEnergyLamps', { plantId, zoneId, lamps: at(addrs), change })
const list = async () => (await server.as(owner).call('getMonitoringZonesPost', { plantId })).zones
const addrsOf = async (zoneId: string) =>
  (await list()).find(({ id }) => id === zoneId)?.lamps.flatMap(({ addrs }) => addrs)
const idOf = async (unitTopic: string) => (await findUnit(server.database.db, plantId, { topic: unitTopic }))?.id ?? ''

describe('monitoring zones', () => {
  it('have a name and lamps, are visible to members and broadcast', async () => {
    const { zone, taken: otherZones } = await create(' Hall ', [2, 1, 2])
    expect(zone).toEqual({ id: zone.id, name: 'Hall', lamps: [{ topic, addrs: [1, 2] }], version: 1 })
    expect(otherZones).toEqual([])
    const bar = (await create('bar')).zone
    expect(await list()).toEqual([bar, zone])
    const data = { plant_id: plantId, zone_id: zone.id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'saveMonitoringZone', data })
    expect(await server.as(owner).refusal('createMonitoringZone', { plantId, name: 'Mine' })).toBe('NOT_ALLOWED')
  })

  it('have unique names in a plant, ignoring case', async () => {
    for (const wrongName of ['', '   ', 'x'.repeat(61)]) expect(await createRefused(wrongName)).toBe('INVALID_INPUT')
    const outcomes = await Promise.all(['Hall', 'hall', 'HALL'].map((name) => createRefused(name)))
    expect(outcomes.toSorted()).toEqual(['ZONE_NAME_TAKEN', 'ZONE_NAME_TAKEN', null])
    // Bypasses the plant lock of writes: the index holds alone.
    const inserted = await Promise.all(
      ['Bar', 'BAR'].map((name) => server.inTransaction(({ tx }) => monitoringZoneRows.insert(tx, plantId, name))),
    )
    expect(inserted.filter((id) => id !== undefined)).toHaveLength(1)
  })

  it('are limited to 250 in a plant, even at once', async () => {
    const rows = Array.from({ length: maxMonitoringZonesPerPlant - 1 }, (_, n) => ({ plantId, name: `Zone ${n}` }))
    await server.database.db.insert(monitoringZoneTable).values(rows)
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => createRefused(name)))
    expect(outcomes.toSorted()).toEqual(['ZONE_LIMIT', 'ZONE_LIMIT', null])
    await expect(create('One more')).rejects.toMatchObject({ code: 'ZONE_LIMIT', details: { limit: 250 } })
    const zone = { zoneName: 'Counted apart', collections: [] }
    expect(await server.as(staff).refusal('saveZone', { plantId, zone })).toBeNull()
  })

  it('are saved over the opened version, with or without lamps', async () => {
    const { id } = (await create('Hall', [1])).zone
    expect(await update(id, { name: 'hall', version: 1 })).toBeNull()
    expect(await list()).toMatchObject([{ name: 'hall', lamps: [{ addrs: [1] }], version: 2 }])
    expect(await update(id, { name: 'Late', version: 1 })).toBe('CHANGED_MEANWHILE')
    expect(await update(id, { name: 'Foyer', lamps: at([2, 3]) })).toBeNull()
    expect(await list()).toMatchObject([{ name: 'Foyer', lamps: [{ addrs: [2, 3] }], version: 3 }])
    await create('Bar')
    expect(await update(id, { name: 'BAR' })).toBe('ZONE_NAME_TAKEN')
    expect(await update(randomUUID(), { name: 'New' })).toBe('ZONE_NOT_FOUND')
    expect(await update(id, { name: 'Foyer', lamps: [] })).toBeNull()
    expect(await addrsOf(id)).toEqual([])
  })

  it('are removed once, which frees their lamps', async () => {
    const { id } = (await create('Hall', [1, 2])).zone
    expect(await server.as(staff).call('deleteMonitoringZone', { plantId, zoneId: id })).toEqual({})
    const data = { plant_id: plantId, zone_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'removeMonitoringZone', data })
    expect(await server.as(staff).refusal('deleteMonitoringZone', { plantId, zoneId: id })).toBe('ZONE_NOT_FOUND')
    expect((await create('Bar', [1, 2])).taken).toEqual([])
  })
})

describe('lamps of a monitoring zone', () => {
  it('are added if free, and listed if in another zone', async () => {
    const hallZone = (await create('Hall', [1, 2])).zone
    const bar = (await create('Bar')).zone
    const otherZone = { zone_id: hallZone.id, zone_name: 'Hall', topic }
    const lamps = at([2, 3])
    const answer = await server.as(staff).call('updateZoneEnergyLamps', { plantId, zoneId: bar.id, lamps })
    expect(answer).toMatchObject({
      zone: { lamps: [{ addrs: [3] }] },
      taken: [{ ...otherZone, addr: 2 }],
      taken_count: 1,
    })
    await expect(
      server.as(staff).call('updateZoneEnergyLamps', { plantId, zoneId: bar.id, lamps: at([1]) }),
    ).rejects.toMatchObject({ code: 'LAMP_ALREADY_IN_ZONE', details: { zone: 'Hall' } })
    expect(await assignLamps(bar.id, [1, 2])).toBe('ALL_LAMPS_ALREADY_IN_ZONE')
    expect(await createRefused('Third', [1])).toBe('LAMP_ALREADY_IN_ZONE')
    expect(await createRefused('Third', [1, 2])).toBe('ALL_LAMPS_ALREADY_IN_ZONE')
    expect(await update(bar.id, { name: 'Bar', lamps: at([1]) })).toBe('LAMP_ALREADY_IN_ZONE')
    expect(await update(bar.id, { name: 'Bar', lamps: at([1, 2]) })).toBe('ALL_LAMPS_ALREADY_IN_ZONE')
    // Lamps already in this zone cause no conflict.
    expect(await assignLamps(bar.id, [3])).toBeNull()
    expect([await addrsOf(hallZone.id), await addrsOf(bar.id)]).toEqual([[1, 2], [3]])
    expect(await list()).toHaveLength(2)
  })

  it('belong to one zone even when assigned at once', async () => {
    const zones = [(await create('Hall')).zone.id, (await create('Bar')).zone.id]
    const outcomes = await Promise.all(zones.map((id) => assignLamps(id, [1, 2])))
    expect(outcomes.toSorted()).toEqual(['ALL_LAMPS_ALREADY_IN_ZONE', null])
    const zoneAddrs = await Promise.all(zones.map(addrsOf))
    expect(zoneAddrs.flat()).toEqual([1, 2])
  })

  it('must be lighting lamps of the plant, else nothing changes', async () => {
    const { id } = (await create('Hall', [1])).zone
    for (const wrongAddr of [5, 6]) expect(await assignLamps(id, [2, wrongAddr])).toBe('LAMP_NOT_LIGHTING')
    expect(await createRefused('Bar', [5])).toBe('LAMP_NOT_LIGHTING')
    expect(await update(id, { name: 'Hall', lamps: at([5]) })).toBe('LAMP_NOT_LIGHTING')
    expect(await assignLamps(null, [2])).toBe('NO_ZONE_SELECTED')
    expect(await assignLamps(id, [])).toBe('NO_DEVICE_SELECTED')
    expect(await assignLamps(randomUUID(), [2])).toBe('ZONE_NOT_FOUND')
    expect(await assignLamps(id, [2, 99])).toBe('LAMP_NOT_FOUND')
    expect(await createRefused('Bar', [99])).toBe('LAMP_NOT_FOUND')
    expect(await update(id, { name: 'Hall', lamps: at([99]) })).toBe('LAMP_NOT_FOUND')
    const lamps = at([1], 'logica_0FFFFF')
    const call = server.as(staff)
    expect(await call.refusal('createMonitoringZone', { plantId, name: 'Bar', lamps })).toBe('UNIT_NOT_FOUND')
    expect(await update(id, { name: 'Hall', lamps })).toBe('UNIT_NOT_FOUND')
    expect(await call.refusal('updateZoneEnergyLamps', { plantId, zoneId: id, lamps })).toBe('UNIT_NOT_FOUND')
    expect(await server.as(owner).refusal('updateZoneEnergyLamps', { plantId, zoneId: id, lamps })).toBe('NOT_ALLOWED')
    expect(await addrsOf(id)).toEqual([1])
  })

  it('that stay elsewhere are counted, and the first hundred listed', async () => {
    const nextTopic = await nextUnit()
    const addrs = Array.from({ length: 121 }, (_, place) => place + 1)
    const lamps = addrs.map((addr) => ({ addr, serial: addr.toString(16).padStart(6, '0'), type: 'lighting' as const }))
    await insertLamps(server, plantId, lamps, nextTopic)
    const call = server.as(staff)
    await call.call('createMonitoringZone', { plantId, name: 'Hall', lamps: at(addrs.slice(1), nextTopic) })
    const {
      zone,
      taken: otherZones,
      taken_count,
    } = await call.call('createMonitoringZone', {
      plantId,
      name: 'Bar',
      lamps: at(addrs, nextTopic),
    })
    expect(zone.lamps).toEqual([{ topic: nextTopic, addrs: [1] }])
    expect([otherZones.length, taken_count, otherZones[0]?.addr]).toEqual([100, 120, 2])
  })

  it('can be removed repeatedly', async () => {
    const { id } = (await create('Hall', [1, 2])).zone
    expect([await assignLamps(id, [1], 'remove'), await assignLamps(id, [1], 'remove')]).toEqual([null, null])
    expect(await addrsOf(id)).toEqual([2])
  })

  it('stay with replacement units and lamps', async () => {
    const { id } = (await create('Hall', [1, 2])).zone
    const pairs = [{ old: 'A1B2C2', new: 'A1B2C3' }]
    const unitId = await idOf(topic)
    await server.inTransaction(({ tx }) => monitoringZoneLamps.moveToSuccessors(tx, unitId, pairs))
    expect(await addrsOf(id)).toEqual([1, 3])
    const next = await nextUnit()
    await insertLamps(server, plantId, [{ addr: 7, serial: 'A1B2C3', type: 'lighting' }], next)
    await monitoringZoneLamps.move(server.database.db, unitId, await idOf(next))
    await server.inTransaction((work) => removeUnit(work, plantId, topic, { at: work.now, by: null }))
    expect(await list()).toMatchObject([{ id, lamps: [{ topic: next, addrs: [7] }] }])
  })
})

it('foreign monitoring zones and lamps are not found', async () => {
  const other = { plantId, topic, zone: (await create('Theirs', [1])).zone }
  await nextPlant()
  const { id } = (await create('Mine')).zone
  expect(await update(other.zone.id, { name: 'Mine too' })).toBe('ZONE_NOT_FOUND')
  expect(await assignLamps(other.zone.id, [1])).toBe('ZONE_NOT_FOUND')
  expect(await server.as(staff).refusal('deleteMonitoringZone', { plantId, zoneId: other.zone.id })).toBe(
    'ZONE_NOT_FOUND',
  )
  const foreignInput = { plantId, zoneId: id, lamps: at([1], other.topic) }
  expect(await server.as(staff).refusal('updateZoneEnergyLamps', foreignInput)).toBe('UNIT_NOT_FOUND')
  const nonMember = await server.create.user()
  expect(await server.as(nonMember).refusal('getMonitoringZonesPost', { plantId })).toBe('PLANT_NOT_FOUND')
  expect(await list()).toMatchObject([{ id, lamps: [], version: 1 }])
})
