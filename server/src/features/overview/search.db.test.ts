import { searchLimits } from '@vigilux/contract/features/overview/search-matches.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: User
let reader: User
let nonMember: User
let office: User
let hotel = ''
let school = ''

beforeAll(async () => {
  server = await createTestServer()
  ada = { ...(await server.create.user()), name: 'Ada' }
  reader = await server.create.user()
  nonMember = await server.create.user()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  const members = { installerAdministrator: ada.userId, installerReadOnly: reader.userId }
  hotel = await server.create.plant({ name: 'Hotel Bellavista', members })
  school = await server.create.plant({ name: 'Scuola Verdi', members: { installerAdministrator: nonMember.userId } })
  await server.create.unit(hotel, 'logicafm', '0F201')
  await server.create.unit(school, 'logica', '0A1B31')
  await insertLamps(
    server,
    hotel,
    [
      { addr: 130, serial: 'A1B2C130' },
      { addr: 131, serial: 'A1B2C131' },
      { addr: 132, serial: 'A1B2C132', condition: 'error', errors: ['charger'], mode: 'normal' },
    ],
    'logicafm_0F201',
  )
  await insertLamps(server, school, [{ addr: 131, serial: 'A1B2C999' }], 'logica_0A1B31')
  const { lamp } = await server.as(ada).call('getLamp', { plantId: hotel, topic: 'logicafm_0F201', addr: 132 })
  const lampDescInfo = { topic: 'logicafm_0F201', addr: 132, description: 'Flur 100% Ost', location: 'EG' }
  await server.as(ada).call('saveLampDescription', { plantId: hotel, lampDescInfo, version: lamp.version })
  const room = { level: 'building', parentId: null, name: 'Westflügel', kind: null, areaM2: null } as const
  await server.as(ada).call('saveRoom', { plantId: hotel, room })
  const collection = { name: 'Flur', topic: 'logicafm_0F201', groups: [1] }
  const { id } = (await server.as(ada).call('saveCollection', { plantId: hotel, collection })).collection
  const sceneDefaults = {
    activation: { mode: 'manual' as const },
    ramp: false,
    enabled: true,
    collections: [{ id, level: 20 }],
  }
  await server.as(ada).call('saveScene', { plantId: hotel, scene: { name: 'Abend Duschambe', ...sceneDefaults } })
})
afterAll(() => server.stop())

const find = (text: string, caller = ada, nearPlant?: string) =>
  server.as(caller).call('findAnything', { text, ...(nearPlant ? { near: nearPlant } : {}) })
const addrs = async (text: string) => (await find(text)).lamps.map(({ addr }) => addr)

describe('search', () => {
  it('finds plants, units, lamps, rooms, scenes and people', async () => {
    expect((await find('bella')).plants).toMatchObject([{ plant_id: hotel, role: 'installerAdministrator' }])
    expect((await find('0f20')).units).toMatchObject([{ topic: 'logicafm_0F201', plantname: 'Hotel Bellavista' }])
    expect((await find('westfl')).rooms).toMatchObject([{ name: 'Westflügel', level: 'building' }])
    expect((await find('duskaa')).scenes).toEqual([])
    expect((await find('duscha')).scenes).toMatchObject([{ name: 'Abend Duschambe', plant_id: hotel }])
    expect((await find('duscha', nonMember)).scenes).toEqual([])
    expect((await find('demo acc')).people.map(({ userid }) => userid)).toContain(ada.userId)
  })

  it('finds each person once, with the open plant, whatever plants they share', async () => {
    const members = { installerAdministrator: ada.userId, clientOwner: reader.userId }
    const second = await server.create.plant({ members })
    for (const plantId of [hotel, second]) {
      const { people } = await find('demo acc', ada, plantId)
      expect(people.filter(({ userid }) => userid === reader.userId)).toMatchObject([{ plant_id: plantId }])
    }
  })

  it('finds lamps by number, serial and words, with literal wildcards', async () => {
    expect(await addrs('0131')).toEqual([131])
    expect(await addrs('131')).toEqual([131])
    expect(await addrs('a1b2c131')).toEqual([131])
    expect(await addrs('ost flur')).toEqual([132])
    expect(await addrs('100%')).toEqual([132])
    expect(await addrs('%')).toEqual([132])
    expect(await addrs('flur west')).toEqual([])
  })

  it.each([
    ['bellvista', 'another letter missing'],
    ['belavista', 'a letter missing'],
    ['bellqvista', 'another letter'],
    ['bellavvista', 'a letter too many'],
    ['bellaivsta', 'two letters swapped'],
  ])('finds a plant by %s: %s', async (text) => {
    expect((await find(text)).plants).toMatchObject([{ plant_id: hotel }])
  })

  it('tolerates no typo beside an exact hit, in a short word or in a serial', async () => {
    expect((await find('hotex')).plants).toMatchObject([{ plant_id: hotel }])
    expect((await find('westflugel')).rooms).toMatchObject([{ name: 'Westflügel' }])
    expect((await find('flu')).plants).toEqual([])
    expect((await find('0f299')).units).toEqual([])
    expect((await find('xotel')).plants).toEqual([])
  })

  it('shows the worst first, limited per kind', async () => {
    const { lamps } = await find('a1b2c1')
    expect(lamps[0]?.addr).toBe(132)
    await insertLamps(
      server,
      hotel,
      Array.from({ length: 20 }, (_, at) => ({ addr: 200 + at, serial: `A1B2D${200 + at}` })),
      'logicafm_0F201',
    )
    expect((await find('a1b2')).lamps).toHaveLength(searchLimits.hits)
  })

  it('finds nothing in invisible plants', async () => {
    for (const nearPlant of [undefined, school])
      for (const text of ['verdi', '0a1b31', 'a1b2c999', '131'])
        expect(JSON.stringify(await find(text, ada, nearPlant))).not.toContain(school)
    const nonMember = await server.create.user()
    expect(await find('a', nonMember, hotel)).toEqual({
      plants: [],
      units: [],
      lamps: [],
      rooms: [],
      scenes: [],
      people: [],
    })
    expect((await find('verdi', office)).plants).toMatchObject([{ plant_id: school }])
  })

  it('shows addresses to administrators, and to others only their own', async () => {
    const readPeople = async (caller: User) =>
      (await find('demo', caller, hotel)).people.map(({ userid, email }) => [userid, email !== null])
    expect(Object.fromEntries(await readPeople(ada))).toMatchObject({ [ada.userId]: true, [reader.userId]: true })
    expect(Object.fromEntries(await readPeople(reader))).toMatchObject({ [ada.userId]: false, [reader.userId]: true })
  })

  it('finds nothing for an empty text and refuses an overlong one', async () => {
    expect((await find('  ')).plants).toEqual([])
    expect(await server.as(ada).refusal('findAnything', { text: 'x'.repeat(10_000) })).toBe('INVALID_INPUT')
  })
})
