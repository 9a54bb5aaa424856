import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, plantChange, plantDraft, type TestServer } from '../../testing/test-server.ts'
import { insertPlant, savePlantIfVersion } from './plants.store.ts'

let server: TestServer
let installer: User
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.given.user()
})
afterAll(() => server.stop())

it('makes one plant of a form that is sent twice, and its maker its administrator', async () => {
  const as = server.as(installer)
  const form = { plant: plantDraft('Once') }
  const [first, second] = [await as.call('savePlant', form, 'press'), await as.call('savePlant', form, 'press')]
  expect(second).toEqual(first)
  expect((await as.call('getPlantDetails', { plantId: first.plant_id })).plant.role).toBe('installerAdministrator')
  expect(server.announced).toEqual([{ audience: { user: installer.userId }, event: 'savePlant', data: first }])
})

it('refuses a zone that the database does not know, though the server does', async () => {
  const plant = { ...plantDraft('Far away'), timezone: 'Antarctica/Unheard_Of' }
  const by = { userId: installer.userId, at: server.clock.now() }
  const fields = [{ path: 'plant.timezone', code: 'unknown_time_zone' }]
  const refusal = { code: 'INVALID_INPUT', details: { fields } }
  await expect(server.inTransaction((work) => insertPlant(work, plant, by))).rejects.toMatchObject(refusal)
  const id = await server.inTransaction((work) => insertPlant(work, plantDraft('Near'), by))
  await expect(server.inTransaction(({ tx }) => savePlantIfVersion(tx, id, 1, plant))).rejects.toMatchObject(refusal)
})

it('removes a plant only under its name, and announces that to all of its members', async () => {
  const client = await server.given.user({ usertype: 'client' })
  const members = { installerAdministrator: installer.userId, clientOwner: client.userId }
  const plantId = await server.given.plant({ name: 'Old school', members })
  const as = server.as(installer)
  expect(await as.refusal('removePlant', { plantId, plantname: 'old school' })).toBe('NAME_DOES_NOT_MATCH')
  server.announced.length = 0
  await as.call('removePlant', { plantId, plantname: 'Old school' })
  expect(await as.refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
  const told = server.announced.map(({ audience, event }) => ({ audience, event }))
  expect(told).toHaveLength(5)
  expect(told).toEqual(
    expect.arrayContaining([
      { audience: { plant: plantId }, event: 'removePlant' },
      { audience: { user: installer.userId }, event: 'membershipEnded' },
      { audience: { user: client.userId }, event: 'membershipEnded' },
      { audience: { user: installer.userId }, event: 'deletedPlants' },
      { audience: { user: client.userId }, event: 'deletedPlants' },
    ]),
  )
})

it('has a zone that the database knows: another would fail in every statement that looks at all plants', async () => {
  const as = server.as(installer)
  const plant = (timezone: string) => ({ plant: { ...plantDraft('Zoned'), timezone } })
  expect(await as.refusal('savePlant', plant('VST'))).toBe('INVALID_INPUT')
  const { plant_id } = await as.call('savePlant', plant('Asia/Calcutta'))
  const put = (zone: string) =>
    server.database.pool.query('update plant set timezone = $2 where id = $1', [plant_id, zone])
  await expect(put('VST')).rejects.toThrow()
  await expect(put('Europe/Rome')).resolves.toMatchObject({ rowCount: 1 })
})

it('announces the version that was saved', async () => {
  const as = server.as(installer)
  const plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  const { version } = (await as.call('getPlantDetails', { plantId })).plant
  server.announced.length = 0
  const saved = await as.call('updatePlant', { plantId, plant: plantChange('New'), version })
  expect(saved.version).toBe(version + 1)
  expect(server.announced).toEqual([
    { audience: { plant: plantId }, event: 'updatePlant', data: { plant_id: plantId, ...saved } },
  ])
})

it('has one switch for the notices of all members, which stays as it is where it is left out', async () => {
  const as = server.as(installer)
  const plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  const saved = async (notifications?: boolean) => {
    const { version } = (await as.call('getPlantDetails', { plantId })).plant
    await as.call('updatePlant', { plantId, plant: { ...plantChange('Quiet'), notifications }, version })
    return (await as.call('getPlantDetails', { plantId })).plant.notifications
  }
  expect(await saved()).toBe(true)
  expect(await saved(false)).toBe(false)
  expect(await saved()).toBe(false)
  expect(await saved(true)).toBe(true)
})

it('tells who saves over an older version what stands there now, and changes nothing', async () => {
  const plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  const { version } = (await server.as(installer).call('getPlantDetails', { plantId })).plant
  const [theirs, mine] = [plantChange('Theirs'), plantChange('Mine')]
  await server.as(installer).call('updatePlant', { plantId, plant: theirs, version })
  const late = { action: 'updatePlant', input: { plantId, plant: mine, version }, caller: installer, requestId: 'late' }
  const refused = await server.dispatch(late).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    details: { now: { ...theirs, version: version + 1 } },
  })
  expect((await server.as(installer).call('getPlantDetails', { plantId })).plant.plantname).toBe('Theirs')
})

it('saves whose a plant is apart from its data, over the version that was opened', async () => {
  const [staff, owner] = [await server.given.user(), await server.given.user({ usertype: 'client' })]
  const members = { installerAdministrator: installer.userId, installerStaff: staff.userId, clientOwner: owner.userId }
  const plantId = await server.given.plant({ members })
  const as = server.as(installer)
  const { version } = (await as.call('getPlantDetails', { plantId })).plant
  const client = { name: 'Comune di Esempio', email: 'ufficio@comune.vigilux.test', phone: '', piva: '' }
  for (const person of [staff, owner])
    expect(await server.as(person).refusal('aggiornaClienteImpianto', { plantId, owner: client, version })).toBe(
      'NOT_ALLOWED',
    )
  expect(await as.call('aggiornaClienteImpianto', { plantId, owner: client, version })).toEqual({
    version: version + 1,
  })
  await as.call('updatePlant', { plantId, plant: plantChange('Renamed'), version: version + 1 })
  const { plant } = await server.as(owner).call('getPlantDetails', { plantId })
  expect(plant).toMatchObject({ plantname: 'Renamed', owner: client, hasOwner: true })
  expect(await as.refusal('aggiornaClienteImpianto', { plantId, owner: null, version })).toBe('CHANGED_MEANWHILE')
  await as.call('aggiornaClienteImpianto', { plantId, owner: null, version: version + 2 })
  expect((await as.call('getPlantDetails', { plantId })).plant).toMatchObject({ owner: null, hasOwner: false })
})
