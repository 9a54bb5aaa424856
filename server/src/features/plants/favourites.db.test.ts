import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addMember } from '../members/index.ts'
import { saveFavourite } from './favourites.store.ts'

let server: TestServer
let installer: User
let other: User
let office: User

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  other = await server.create.user()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
})
afterAll(() => server.stop())

const plantOf = (name: string, members: { installerAdministrator: string; installerStaff?: string }) =>
  server.create.plant({ name, members, pro: false })
const favouritesOf = async (caller: User): Promise<string[]> =>
  (await server.as(caller).call('getAllPlants', { favourites: true })).plants.map(({ plantname }) => plantname)
const mark = (caller: User, plantId: string, favourite = true) =>
  server.as(caller).call('saveFavourite', { plantId, favourite })

it('a favourite belongs to one person and is sent to their other browsers', async () => {
  const members = { installerAdministrator: installer.userId, installerStaff: other.userId }
  const plantId = await plantOf('Marked', members)
  await plantOf('Beside', members)
  server.broadcasts.length = 0
  await mark(installer, plantId)
  await mark(installer, plantId)
  expect(server.broadcasts).toMatchObject(
    Array(2).fill({
      audience: { user: installer.userId },
      event: 'saveFavourite',
      data: { plant_id: plantId, favourite: true },
    }),
  )
  expect(await favouritesOf(installer)).toEqual(['Marked'])
  expect(await favouritesOf(other)).toEqual([])
  const { plant } = await server.as(installer).call('getPlantDetails', { plantId })
  expect(plant.favourite).toBe(true)
  expect((await server.as(other).call('getPlantDetails', { plantId })).plant.favourite).toBe(false)
  // Favourites of a person are private.
  const { entries } = await server.as(installer).call('getAudit', { plantId })
  expect(entries.filter(({ action }) => action === 'saveFavourite')).toEqual([])
  await mark(installer, plantId, false)
  await mark(installer, plantId, false)
  expect(await favouritesOf(installer)).toEqual([])
})

it('a favourite ends with the membership', async () => {
  const plantId = await plantOf('Left', { installerAdministrator: installer.userId, installerStaff: other.userId })
  await mark(other, plantId)
  await server.as(installer).call('rimuoviCollab', { plantId, userId: other.userId })
  await addMember(server.database.db, {
    plantId,
    userId: other.userId,
    role: 'installerStaff',
    invitedBy: installer.userId,
    since: server.clock.now(),
  })
  expect(await favouritesOf(other)).toEqual([])
})

// A single connection cannot be blocked by another.
it('a favourite ends with a membership that ends at the same time', async () => {
  const plantId = await plantOf('Raced', { installerAdministrator: installer.userId, installerStaff: other.userId })
  const { db } = server.database
  const [saved, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const marking = server.inTransaction(async ({ tx }) => {
    await saveFavourite(tx, other, { plantId, favourite: true, now: server.clock.now() })
    saved.resolve()
    await release.promise
  })
  await saved.promise
  let ended = false
  const endMembership = db
    .execute(sql`delete from plant_member where plant_id = ${plantId} and user_id = ${other.userId}`)
    .then(() => {
      ended = true
    })
  const lockWait = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from plant_member%'`
  await vi.waitUntil(async () => ended || (await db.execute(lockWait)).rows.length > 0)
  release.resolve()
  await Promise.all([marking, endMembership])
  const { rows } = await db.execute(sql`select 1 from favourite_plant where plant_id = ${plantId}`)
  expect(rows).toEqual([])
})

it('non-members cannot mark a plant, and the office can', async () => {
  const plantId = await plantOf('Closed', { installerAdministrator: installer.userId })
  expect(await server.as(other).refusal('saveFavourite', { plantId, favourite: true })).toBe('PLANT_NOT_FOUND')
  await mark(office, plantId)
  expect(await favouritesOf(office)).toEqual(['Closed'])
})

it('filter values show counts under the other filters', async () => {
  const person = await server.create.user()
  const members = { installerAdministrator: person.userId }
  const pro = await plantOf('Own Pro', members)
  await plantOf('Own Basic', members)
  await plantOf('Helped', { installerAdministrator: installer.userId, installerStaff: person.userId })
  await server.database.db.execute(
    sql`update plant set ever_pro = true, pro_expiry = now() + interval '1 year' where id = ${pro}`,
  )
  await mark(person, pro)
  const readPlants = (query: Parameters<typeof personClient.call<'getAllPlants'>>[1]) =>
    personClient.call('getAllPlants', query)
  const personClient = server.as(person)
  const allPlants = await readPlants({})
  expect(allPlants).toMatchObject({
    total: 3,
    favourites: 1,
    tiers: { basic: 2, pro: 1, expired: 0 },
    roles: { installerAdministrator: 2, installerStaff: 1, clientOwner: 0 },
  })
  const administered = await readPlants({ roles: ['installerAdministrator'], tiers: ['basic', 'expired'] })
  expect(administered.plants.map(({ plantname }) => plantname)).toEqual(['Own Basic'])
  expect(administered).toMatchObject({
    total: 1,
    favourites: 0,
    tiers: { basic: 1, pro: 1, expired: 0 },
    roles: { installerAdministrator: 1, installerStaff: 1 },
    totals: { plants: 1 },
  })
  expect((await readPlants({ condition: 'ok' })).total).toBe(0)
  expect((await readPlants({ condition: 'ok' })).totals.plants).toBe(3)
})
