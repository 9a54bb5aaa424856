import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personErasers } from '../../../composition/persons.ts'
import { auditTable } from '../../../kernel/audit.schema.ts'
import type { User } from '../../../kernel/caller.ts'
import { failWith, type Refusal } from '../../../kernel/refusal.ts'
import { erasedPersonTable, profileTable, userTable } from '../../../tables/accounts.schema.ts'
import { openTestPeople, testPassword } from '../../../testing/test-people.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addMember } from '../../members/index.ts'
import { findUserByEmail } from '../profiles.store.ts'
import { eraseAccount } from './erase-account.ts'
import { erasePerson } from './erase-persons.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const eraseNow = ({ userId }: User) => {
  const { clock, inTransaction } = server
  return eraseAccount(
    { clock, inTransaction, jobs: server.ports.jobs },
    { requestId: 'of-a-test', fail: failWith() },
    userId,
  )
}
const refusalOf = (user: User): Promise<Refusal | null> =>
  eraseNow(user).then(
    () => null,
    (refusal: Refusal) => refusal,
  )
const eraseData = ({ userId }: User) => erasePerson(server, personErasers, userId)
const membersOf = async (caller: User, plantId: string) =>
  (await server.as(caller).call('getPlantUsers', { plantId })).plant_users.map(({ userid }) => userid)
const createNamedUser = async (name: string): Promise<User> => {
  const user = { ...(await server.create.user()), name }
  await server.database.db.update(userTable).set({ name }).where(eq(userTable.id, user.userId))
  return user
}

describe('erasing an account', () => {
  it.each([
    ['installerAdministrator', 'the last installer administrator'],
    ['clientOwner', 'the only owner'],
  ] as const)('lists plants to hand over to %s and erases nothing', async (role, _role) => {
    const [person, other] = [await server.create.user(), await server.create.user()]
    const plantId = await server.create.plant({ name: 'Palestra', members: { [role]: person.userId } })
    await server.create.plant({ members: { installerAdministrator: other.userId, installerStaff: person.userId } })
    await server.create.removePlant(await server.create.plant({ members: { [role]: person.userId } }))
    const plants = [{ plant_id: plantId, plantname: 'Palestra', role }]
    expect(await server.as(person).call('getPlantsToHandOver', {})).toEqual({ plants, total: 1 })
    expect(await refusalOf(person)).toMatchObject({ code: 'MUST_HAND_OVER', details: { plants, total: 1 } })
    expect(await findUserByEmail(server.database.db, person.email)).toBeDefined()
    expect(await server.as(person).call('getAllPlants', {})).toMatchObject({ plants: [{}, {}] })
  })

  it('names the plants to hand over first, to the person who erases the account', async () => {
    const { browser, user } = await openTestPeople(server).person()
    const plantId = await server.create.plant({ members: { installerAdministrator: user.userId } })
    expect(await browser.callFlow('erase-account', { password: testPassword })).toMatchObject({
      code: 'MUST_HAND_OVER',
      details: { plants: [{ plant_id: plantId }], total: 1 },
    })
  })

  it('removes the person from plants, notifies them and frees the address', async () => {
    const [person, other] = [await server.create.user(), await server.create.user()]
    const plantId = await server.create.plant({
      members: { installerAdministrator: other.userId, installerStaff: person.userId },
    })
    const { pool } = server.database
    const ended = async () =>
      (await pool.query('select 1 from ended_membership where user_id = $1', [person.userId])).rows
    const before = await server.create.plant({ members: { installerAdministrator: other.userId } })
    const parameters = [before, person.userId]
    await pool.query("insert into ended_membership values ($1, $2, 'installerStaff', '2026-01-31')", parameters)
    server.broadcasts.length = 0
    expect(await ended()).toHaveLength(1)
    expect(await refusalOf(person)).toBeNull()
    expect(await ended()).toEqual([])
    expect(await membersOf(other, plantId)).toEqual([other.userId])
    expect(server.broadcasts).toMatchObject([{ audience: { plant: plantId }, event: 'plantUsers' }])
    expect(server.jobs).toContainEqual({ name: 'person.erase', data: { userId: person.userId } })
    const { db } = server.database
    expect(await db.select().from(profileTable).where(eq(profileTable.userId, person.userId))).toEqual([])
    expect(await server.create.user({ email: person.email })).toMatchObject({ email: person.email })
  })

  it('is refused for the office', async () => {
    const office = await server.create.user({ usertype: 'admin', scope: 'nto' })
    expect(await refusalOf(office)).toMatchObject({ code: 'NOT_ALLOWED' })
  })

  it('keeps one administrator when two leave at once', async () => {
    const pair = async () => {
      const [firstUser, otherUser] = [await server.create.user(), await server.create.user()]
      const plantId = await server.create.plant({ members: { installerAdministrator: firstUser.userId } })
      const place = { plantId, role: 'installerAdministrator', invitedBy: null, since: server.clock.now() } as const
      await addMember(server.database.db, { ...place, userId: otherUser.userId })
      return [firstUser, otherUser] as const
    }
    const pairs = await Promise.all(Array.from({ length: 12 }, pair))
    const answers = await Promise.all(pairs.map((people) => Promise.all(people.map(refusalOf))))
    for (const outcomes of answers)
      expect(outcomes.map((one) => one?.code ?? 'ok').sort()).toEqual(['MUST_HAND_OVER', 'ok'])
  })
})

describe('data of an erased person', () => {
  it('appears under one stable pseudonym', async () => {
    const [person, namesake] = [await createNamedUser('Ada Bianchi'), await createNamedUser('Ada Bianchi')]
    const plantId = await server.create.plant({ members: { installerAdministrator: namesake.userId } })
    const other = await server.create.plant({ members: { installerAdministrator: namesake.userId } })
    const place = { plantId, role: 'installerAdministrator', invitedBy: null, since: server.clock.now() } as const
    await addMember(server.database.db, { ...place, userId: person.userId })
    const entry = { kind: 'service', text: 'Looked at it', at: server.clock.now().toISOString() } as const
    const addEntryAs = async (caller: User, plantId: string) =>
      server.as(caller).call('addLogbookEntry', { plantId, ...entry })
    await addEntryAs(person, plantId)
    await addEntryAs(namesake, plantId)
    await addEntryAs(namesake, other)
    const link = () => server.as(person).call('createInspectorLink', { plantId })
    await link()
    await server.as(namesake).call('invitaCollab', { plantId, email: 'kept@vigilux.test', role: 'installerStaff' })

    await eraseNow(person)
    await eraseData(person)
    await eraseData(person)

    const { db } = server.database
    const [erasedRow] = await db.select().from(erasedPersonTable).where(eq(erasedPersonTable.userId, person.userId))
    expect(erasedRow).toMatchObject({ name: null, email: null, doneAt: expect.any(Date) })
    const audit = await db.select().from(auditTable).where(eq(auditTable.userId, person.userId))
    expect(audit.length).toBeGreaterThan(2)
    expect(new Set(audit.map((line) => line.userName))).toEqual(new Set([erasedRow?.pseudonym]))
    const ofNamesake = and(eq(auditTable.userId, namesake.userId), eq(auditTable.userName, 'Ada Bianchi'))
    expect((await db.select().from(auditTable).where(ofNamesake)).length).toBe(3)
    const { entries } = await server.as(namesake).call('getLogbookDetails', { plantId })
    expect(entries.map(({ by }) => by).sort()).toEqual(['Ada Bianchi', null])
    const { links } = await server.as(namesake).call('getInspectorLinks', { plantId })
    expect(links).toMatchObject([{ madeBy: erasedRow?.pseudonym }])
  })

  it('is removed from mails, invitations and audit lines of others', async () => {
    const [person, admin] = [await server.create.user(), await server.create.user()]
    const office = await server.create.user({ usertype: 'admin', scope: 'nto' })
    const plantId = await server.create.plant({ members: { installerAdministrator: admin.userId } })
    await server.as(admin).call('invitaCollab', { plantId, email: person.email, role: 'installerStaff' })
    const { invitations } = await server.as(person).call('checkInvitoPendente', {})
    await server.as(person).call('acceptInvite', { invitationId: invitations[0]?.id ?? '' })
    const decision = { userId: person.userId, reason: 'Asked for' }
    await server.as(office).call('updateUserValidation', { ...decision, validation: 'suspended' })
    await eraseNow(person)
    await eraseData(person)
    const { rows } = await server.database.pool.query(
      `select 'audit' from audit a where a::text like $1 union all select 'invitation' from invitation i where i::text like $1
       union all select 'mail' from mail m where m::text like $1`,
      [`%${person.email}%`],
    )
    expect(rows).toEqual([])
    const listedInvitations = (await server.as(admin).call('listaInviti', { plantId })).invitations
    expect(listedInvitations).toMatchObject([
      { email: expect.stringMatching(/^N\.N\. [0-9A-F]{8}$/), state: 'accepted' },
    ])
  })
})
