import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, plantChange, plantDraft, type TestServer } from '../../testing/test-server.ts'
import { insertPlant, savePlantIfVersion } from './plants.store.ts'

let server: TestServer
let installer: User
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
})
afterAll(() => server.stop())

it('a form sent twice creates one plant, administered by its creator', async () => {
  const client = server.as(installer)
  const form = { plant: plantDraft('Once') }
  const [first, second] = [await client.call('savePlant', form, 'press'), await client.call('savePlant', form, 'press')]
  expect(second).toEqual(first)
  expect((await client.call('getPlantDetails', { plantId: first.plant_id })).plant.role).toBe('installerAdministrator')
  expect(server.broadcasts).toEqual([{ audience: { user: installer.userId }, event: 'savePlant', data: first }])
})

it('a time zone unknown to the database is refused', async () => {
  const plant = { ...plantDraft('Far away'), timezone: 'Antarctica/Unheard_Of' }
  const createdBy = { userId: installer.userId, at: server.clock.now() }
  const fields = [{ path: 'plant.timezone', code: 'unknown_time_zone' }]
  const refusal = { code: 'INVALID_INPUT', details: { fields } }
  await expect(server.inTransaction((work) => insertPlant(work, plant, createdBy))).rejects.toMatchObject(refusal)
  const id = await server.inTransaction((work) => insertPlant(work, plantDraft('Near'), createdBy))
  await expect(server.inTransaction((work) => savePlantIfVersion(work, id, 1, plant))).rejects.toMatchObject(refusal)
})

it('a plant is removed only under its name, and its members are notified', async () => {
  const client = await server.create.user({ usertype: 'client' })
  const members = { installerAdministrator: installer.userId, clientOwner: client.userId }
  const plantId = await server.create.plant({ name: 'Old school', members })
  const installerClient = server.as(installer)
  expect(await installerClient.refusal('removePlant', { plantId, plantname: 'old school' })).toBe('NAME_DOES_NOT_MATCH')
  server.broadcasts.length = 0
  await installerClient.call('removePlant', { plantId, plantname: 'Old school' })
  expect(await installerClient.refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
  const broadcasts = server.broadcasts.map(({ audience, event }) => ({ audience, event }))
  expect(broadcasts).toHaveLength(5)
  expect(broadcasts).toEqual(
    expect.arrayContaining([
      { audience: { plant: plantId }, event: 'removePlant' },
      { audience: { user: installer.userId }, event: 'membershipEnded' },
      { audience: { user: client.userId }, event: 'membershipEnded' },
      { audience: { user: installer.userId }, event: 'deletedPlants' },
      { audience: { user: client.userId }, event: 'deletedPlants' },
    ]),
  )
})

it('a plant needs a time zone that the database knows', async () => {
  const client = server.as(installer)
  const plant = (timezone: string) => ({ plant: { ...plantDraft('Zoned'), timezone } })
  expect(await client.refusal('savePlant', plant('VST'))).toBe('INVALID_INPUT')
  const { plant_id } = await client.call('savePlant', plant('Asia/Calcutta'))
  const setTimezone = (zone: string) =>
    server.database.pool.query('update plant set timezone = $2 where id = $1', [plant_id, zone])
  await expect(setTimezone('VST')).rejects.toThrow()
  await expect(setTimezone('Europe/Rome')).resolves.toMatchObject({ rowCount: 1 })
})

it('the broadcast contains the saved version', async () => {
  const client = server.as(installer)
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const { version } = (await client.call('getPlantDetails', { plantId })).plant
  server.broadcasts.length = 0
  const saved = await client.call('updatePlant', { plantId, plant: plantChange('New'), version })
  expect(saved.version).toBe(version + 1)
  expect(server.broadcasts).toEqual([
    { audience: { plant: plantId }, event: 'updatePlant', data: { plant_id: plantId, ...saved } },
  ])
})

it('a plant has one switch for all notices, unchanged when omitted', async () => {
  const client = server.as(installer)
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const saveNotifications = async (notifications?: boolean) => {
    const { version } = (await client.call('getPlantDetails', { plantId })).plant
    await client.call('updatePlant', { plantId, plant: { ...plantChange('Quiet'), notifications }, version })
    return (await client.call('getPlantDetails', { plantId })).plant.notifications
  }
  expect(await saveNotifications()).toBe(true)
  expect(await saveNotifications(false)).toBe(false)
  expect(await saveNotifications()).toBe(false)
  expect(await saveNotifications(true)).toBe(true)
})

it('a save over an older version returns the current data and changes nothing', async () => {
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const { version } = (await server.as(installer).call('getPlantDetails', { plantId })).plant
  const [otherChange, ownChange] = [plantChange('Theirs'), plantChange('Mine')]
  await server.as(installer).call('updatePlant', { plantId, plant: otherChange, version })
  const lateCall = {
    action: 'updatePlant',
    input: { plantId, plant: ownChange, version },
    caller: installer,
    requestId: 'late',
  }
  const refusal = await server.dispatch(lateCall).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    details: { now: { ...otherChange, version: version + 1 } },
  })
  expect((await server.as(installer).call('getPlantDetails', { plantId })).plant.plantname).toBe('Theirs')
})

it('the owner is saved separately over the opened version', async () => {
  const [staff, owner] = [await server.create.user(), await server.create.user({ usertype: 'client' })]
  const members = { installerAdministrator: installer.userId, installerStaff: staff.userId, clientOwner: owner.userId }
  const plantId = await server.create.plant({ members })
  const installerClient = server.as(installer)
  const { version } = (await installerClient.call('getPlantDetails', { plantId })).plant
  const client = { name: 'Comune di Esempio', email: 'ufficio@comune.vigilux.test', phone: '', piva: '' }
  for (const person of [staff, owner])
    expect(await server.as(person).refusal('aggiornaClienteImpianto', { plantId, owner: client, version })).toBe(
      'NOT_ALLOWED',
    )
  expect(await installerClient.call('aggiornaClienteImpianto', { plantId, owner: client, version })).toEqual({
    version: version + 1,
  })
  await installerClient.call('updatePlant', { plantId, plant: plantChange('Renamed'), version: version + 1 })
  const { plant } = await server.as(owner).call('getPlantDetails', { plantId })
  expect(plant).toMatchObject({ plantname: 'Renamed', owner: client, hasOwner: true })
  expect(await installerClient.refusal('aggiornaClienteImpianto', { plantId, owner: null, version })).toBe(
    'CHANGED_MEANWHILE',
  )
  await installerClient.call('aggiornaClienteImpianto', { plantId, owner: null, version: version + 2 })
  expect((await installerClient.call('getPlantDetails', { plantId })).plant).toMatchObject({
    owner: null,
    hasOwner: false,
  })
})
