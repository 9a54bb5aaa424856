import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { mapLimits } from '@vigilux/contract/features/plants-map/plants-map.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantDraft } from '../../testing/plant-draft.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { plantFiguresTable } from '../overview/overview.schema.ts'

let server: TestServer
let office: User
let installer: User

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
})
beforeEach(async () => {
  await server.database.db.update(plantTable).set({ removedAt: server.clock.now() })
  installer = await server.create.user()
})
afterAll(() => server.stop())

type At = [lat: number, long: number] | null
const plantAt = async (name: string, at: At, condition: 'ok' | 'error' = 'ok', country = 'IT') => {
  const plantId = await server.create.plant({ name, members: { installerAdministrator: installer.userId } })
  const { db } = server.database
  const [lat, long] = at ?? [null, null]
  await db.update(plantTable).set({ lat, long, country }).where(eq(plantTable.id, plantId))
  await db.insert(plantFiguresTable).values({
    plantId,
    severity: conditions.indexOf(condition),
    condition,
    result: 'pass',
    units: 1,
    connected: 1,
    lamps: 4,
    counts: emptyCounts(),
    attention: [],
    updatedAt: server.clock.now(),
  })
  return plantId
}
const map = (input: object = {}, caller = installer) => server.as(caller).call('getPlantsOnMap', input)
const inView = async (input: object, caller = installer) =>
  (await server.as(caller).call('getPlantsInView', input)).plants.map(({ plantname }) => plantname)
const italy = { south: 36, west: 6, north: 47.5, east: 19 }

it('single plants have a pin and close ones share one by zoom', async () => {
  const treviso = await plantAt('Treviso', [45.6669, 12.243])
  await plantAt('Mestre', [45.49, 12.24], 'error')
  await plantAt('Graz', [47.0223, 15.4311])
  const farMap = await map({ zoom: 6 })
  expect(farMap.pins.map(({ plants, condition, plant }) => [plants, condition, plant?.plantname])).toEqual([
    [2, 'error', undefined],
    [1, 'ok', 'Graz'],
  ])
  expect(farMap.box).toEqual({ south: 45.49, west: 12.24, north: 47.0223, east: 15.4311 })
  expect(farMap.pins[0]?.box).toEqual({ south: 45.49, west: 12.24, north: 45.6669, east: 12.243 })
  expect(farMap.plants).toBe(3)
  const nearMap = await map({ zoom: 12, box: { south: 45.4, west: 12, north: 45.8, east: 12.5 } })
  expect(nearMap.pins.map(({ plant }) => plant?.plantname)).toEqual(['Mestre', 'Treviso'])
  expect(nearMap.pins[1]).toMatchObject({ lat: 45.6669, long: 12.243, plant: { plant_id: treviso } })
  expect([nearMap.plants, nearMap.box]).toEqual([2, null])
})

it('plants next to coordinate zero are shown with all others', async () => {
  for (const name of ['One', 'Two']) {
    const draft = plantDraft(name)
    const nearZero = { lat: Number.MIN_VALUE, long: -Number.MIN_VALUE, positionBy: 'hand' as const }
    await server.as(installer).call('savePlant', { plant: { ...draft, address: { ...draft.address, ...nearZero } } })
  }
  const { pins } = await map({}, office)
  expect(pins).toMatchObject([{ plants: 2, lat: 0, long: 0 }])
})

it('list filters apply to the map, and plants in view come worst first', async () => {
  await plantAt('Treviso', [45.6669, 12.243])
  await plantAt('Mestre', [45.49, 12.24], 'error')
  await plantAt('Graz', [47.0223, 15.4311])
  await plantAt('Nowhere', null)
  expect((await map({ condition: 'error' })).plants).toBe(1)
  expect((await map({ search: 'graz' })).pins.map(({ plant }) => plant?.plantname)).toEqual(['Graz'])
  expect((await map({ archived: true })).pins).toEqual([])
  expect(await inView({ box: italy })).toEqual(['Mestre', 'Graz', 'Treviso'])
  expect(await inView({ box: { ...italy, east: 13 }, condition: 'ok' })).toEqual(['Treviso'])
  expect(await inView({ box: italy, page: 2, pageSize: 2 })).toEqual(['Treviso'])
})

it('plants without a position are counted and listed separately', async () => {
  await plantAt('Treviso', [45.6669, 12.243])
  await plantAt('Nowhere', null)
  expect((await map()).without).toBe(1)
  expect(await inView({})).toEqual(['Nowhere'])
  expect(await map({ search: 'nowhere' })).toMatchObject({ pins: [], plants: 0, without: 1, box: null })
})

it('the map shows plants by role: own, area or all', async () => {
  await plantAt('Treviso', [45.6669, 12.243])
  await plantAt('Graz', [47.0223, 15.4311], 'ok', 'AT')
  await plantAt('Nowhere', null, 'ok', 'AT')
  const area = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'AT' })
  expect((await map({}, office)).plants).toBe(2)
  expect(await map({}, area)).toMatchObject({ plants: 1, without: 1 })
  expect(await inView({ box: italy }, area)).toEqual(['Graz'])
  const nonMember = await server.create.user()
  expect(await map({}, nonMember)).toMatchObject({ plants: 0, without: 0, box: null })
  expect([await inView({ box: italy }, nonMember), await inView({}, nonMember)]).toEqual([[], []])
})

it('the number of pins is limited at any area and zoom', async () => {
  const { db } = server.database
  const template = await plantAt('Grid', [0, 0])
  const cells = sql`select id, -80 + (n % 50) * 3.2 as at_lat, -179 + (n / 50) * 7.1 as at_long
    from ${plantTable}, generate_series(0, 2499) as n where id = ${template}`
  await db.execute(sql`insert into ${plantTable} (plantname, plant_type, country, housenumber, city, street, prov, cap, lat, long,
      timezone, search_text, created_by, created_at)
    select plantname, plant_type, country, housenumber, city, street, prov, cap, at_lat, at_long, timezone, search_text, created_by, created_at
    from (${cells}) as cell join ${plantTable} on plant.id = cell.id`)
  const world = { south: -90, west: -180, north: 90, east: 180 }
  const { pins, plants } = await map({ box: world, zoom: mapLimits.zoom }, office)
  expect(plants).toBe(2_501)
  expect(pins.length).toBeLessThanOrEqual(mapLimits.pins)
  expect(pins.reduce((total, pin) => total + pin.plants, 0)).toBe(2_501)
})

it('an invalid area or zoom is refused', async () => {
  const client = server.as(installer)
  for (const box of [
    { ...italy, north: 91 },
    { ...italy, west: -181 },
  ])
    expect(await client.refusal('getPlantsOnMap', { box })).toBe('INVALID_INPUT')
  expect(await client.refusal('getPlantsOnMap', { zoom: mapLimits.zoom + 1 })).toBe('INVALID_INPUT')
  await plantAt('Treviso', [45.6669, 12.243])
  expect((await map({ box: { ...italy, south: 48 } })).pins).toEqual([])
  expect((await map({ box: { ...italy, west: 20 } })).pins).toEqual([])
})

it('places give position and time zone, and positions a zone', async () => {
  const client = server.as(installer)
  const found = await client.call('findPosition', { country: 'AT', city: 'graz' })
  expect(found.timezone).toBe('Europe/Vienna')
  expect(found.position?.lat).toBeCloseTo(47.07, 1)
  expect(await client.call('findPosition', { country: 'ES', city: '', at: { lat: 28.12, long: -15.43 } })).toEqual({
    position: { lat: 28.12, long: -15.43 },
    timezone: 'Atlantic/Canary',
  })
  expect(await client.call('findPosition', { country: 'AT', city: 'Nirgendwo' })).toEqual({
    position: null,
    timezone: null,
  })
  expect(await client.call('getMapTiles', {})).toEqual({ tiles: null })
})

it('the position follows the address unless a person has set it', async () => {
  const client = server.as(installer)
  const { owner: _, ...draft } = plantDraft('Follows')
  const address = { ...draft.address, lat: null, long: null }
  const { plant_id: plantId } = await client.call('savePlant', { plant: { ...draft, address, owner: null } })
  const now = async () => (await client.call('getPlantDetails', { plantId })).plant
  const save = async (change: Partial<typeof draft.address>) => {
    const { version, address: storedAddress } = await now()
    const next = { ...storedAddress, ...change } as typeof draft.address
    await client.call('updatePlant', { plantId, version, plant: { ...draft, address: next } })
    const { lat, long, positionBy } = (await now()).address
    return [lat && Math.round(lat), long && Math.round(long), positionBy]
  }
  expect((await now()).address).toMatchObject({ positionBy: 'address', lat: expect.closeTo(44.22, 1) })
  expect(await save({ city: 'Treviso', prov: 'TV' })).toEqual([46, 12, 'address'])
  expect(await save({ lat: 40, long: 15, positionBy: 'hand' })).toEqual([40, 15, 'hand'])
  expect(await save({ city: 'Forlì', prov: 'FC' })).toEqual([40, 15, 'hand'])
  expect(await save({ positionBy: 'address' })).toEqual([44, 12, 'address'])
  expect(await save({ city: 'Nirgendwo' })).toEqual([null, null, 'address'])
})

it('invalid degrees are refused', async () => {
  const client = server.as(installer)
  const { owner: _, ...draft } = plantDraft('Edges')
  const at = (lat: number, long: number) => ({
    plant: { ...draft, owner: null, address: { ...draft.address, lat, long } },
  })
  for (const [lat, long] of [
    [90, 180],
    [-90, -180],
  ] as const)
    expect((await client.call('savePlant', at(lat, long))).plant_id).toMatch(/^[0-9a-f-]{36}$/)
  for (const [lat, long] of [
    [90.01, 0],
    [-90.01, 0],
    [0, 180.01],
    [0, -180.01],
  ] as const)
    expect(await client.refusal('savePlant', at(lat, long))).toBe('INVALID_INPUT')
})
