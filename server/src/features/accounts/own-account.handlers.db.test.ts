import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { knownDeviceTable, sessionTable } from '../../tables/accounts.schema.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { updateProfile } from './profiles.store.ts'

let server: TestServer
let person: User

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

/** A session of this person in another browser. */
const begin = async (user: User, expiresInS = 3_600, userAgent = ''): Promise<string> => {
  const { db } = server.database
  const [id, at] = [randomUUID(), server.clock.now()]
  const device = { id: randomUUID(), userId: user.userId, tokenHash: id, signedInAt: at }
  await db.insert(knownDeviceTable).values(device)
  const expiresAt = new Date(at.getTime() + expiresInS * 1_000)
  const times = { createdAt: at, updatedAt: at, expiresAt }
  await db
    .insert(sessionTable)
    .values({ id, userId: user.userId, token: id, userAgent, knownDeviceId: device.id, ...times })
  return id
}
const devicesOf = async (user: User): Promise<string[]> => {
  const rows = await server.database.db
    .select({ of: knownDeviceTable.tokenHash })
    .from(knownDeviceTable)
    .where(eq(knownDeviceTable.userId, user.userId))
  return rows.map(({ of: hash }) => hash)
}
const listSessions = async (user: User) => (await server.as(user).call('getSessions', {})).sessions

beforeEach(async () => {
  const storedUser = await server.create.user()
  person = { ...storedUser, sessionId: await begin(storedUser) }
})

describe('device key', () => {
  it('is stable for the account, differs from others and has 32 bytes', async () => {
    const keyOf = async (user: User) => (await server.as(user).call('getDeviceKey', {})).key
    const personKey = await keyOf(person)
    const otherSession = { ...person, sessionId: await begin(person) }
    expect(await keyOf(otherSession)).toBe(personKey)
    expect(await keyOf(await server.create.user())).not.toBe(personKey)
    expect(Buffer.from(personKey, 'base64url')).toHaveLength(32)
  })
})

describe('account sessions', () => {
  it('are listed with their browsers, marking the current one and omitting ended ones', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const other = await begin(person, 60, agent)
    await begin(person, -1)
    await begin(await server.create.user())
    const sessions = await listSessions(person)
    expect(sessions.map((one) => one.session_id).sort()).toEqual([other, person.sessionId].sort())
    expect(sessions.filter((one) => one.this_one).map((one) => one.session_id)).toEqual([person.sessionId])
    expect(sessions.find((one) => one.session_id === other)).toMatchObject({
      browser: 'Firefox',
      system: 'Windows',
      form: 'computer',
      last_used_at: server.clock.now().toISOString(),
    })
  })

  it('end one by one, make the browser unknown and notify open screens', async () => {
    const other = await begin(person)
    server.broadcasts.length = 0
    await server.as(person).call('endSession', { sessionId: other })
    expect((await listSessions(person)).map((one) => one.session_id)).toEqual([person.sessionId])
    expect(await devicesOf(person)).toEqual([person.sessionId])
    const data = { userid: person.userId }
    expect(server.broadcasts).toEqual([{ audience: { user: person.userId }, event: 'sessionEnded', data }])
    expect(await server.as(person).refusal('endSession', { sessionId: other })).toBe('SESSION_NOT_FOUND')
  })

  it('of another person are not found', async () => {
    const nonMember = await server.create.user()
    const sessionId = await begin(nonMember)
    expect(await server.as(person).refusal('endSession', { sessionId })).toBe('SESSION_NOT_FOUND')
    expect(await listSessions(nonMember)).toHaveLength(1)
    expect(await devicesOf(nonMember)).toEqual([sessionId])
  })

  it('end except the current one', async () => {
    const nonMember = await server.create.user()
    await begin(nonMember)
    await begin(person)
    await begin(person)
    expect(await server.as(person).call('endOtherSessions', {})).toEqual({ ended: 2 })
    expect((await listSessions(person)).map((one) => one.session_id)).toEqual([person.sessionId])
    expect(await devicesOf(person)).toEqual([person.sessionId])
    expect(await server.as(person).call('endOtherSessions', {})).toEqual({ ended: 0 })
    expect(await listSessions(nonMember)).toHaveLength(1)
  })
})

describe('own data of a person', () => {
  it('contains everything recorded about the person and no one else', async () => {
    const { userId } = person
    await updateProfile(server.database.db, userId, {
      name: 'Ada',
      phone: '+39 0543 1',
      marketingAt: server.clock.now(),
    })
    const other = await server.create.user({ email: 'somebody.else@demo.vigilux.test' })
    const members = { installerAdministrator: other.userId, installerStaff: userId }
    const plantId = await server.create.plant({ name: 'Palestra Nord', members })
    await server.create.plant({ name: 'Of others', members: { installerAdministrator: other.userId } })
    await server.create.removePlant(await server.create.plant({ members: { installerStaff: userId } }))
    const client = server.as(person)
    const ownToken = await client.call('createAccessToken', { token: { name: 'Own', scopes: ['read'], days: 30 } })
    await server.as(other).call('createAccessToken', { token: { name: 'Foreign', scopes: ['read'], days: 30 } })
    const data = await client.call('getOwnData', {})
    expect(data.access_tokens).toEqual([ownToken.accessToken])
    expect(JSON.stringify(data)).not.toContain(ownToken.token)
    expect(data).toMatchObject({
      profile: { email: person.email, name: 'Ada', phone: '+39 0543 1', consents: { profiling: null } },
      memberships: [{ plant_id: plantId, plantname: 'Palestra Nord', role: 'installerStaff' }],
      sessions: [{ session_id: person.sessionId, this_one: true }],
      known_devices: [server.clock.now().toISOString()],
    })
    const text = JSON.stringify(data)
    for (const foreignText of [other.userId, other.email, 'Of others', 'Foreign'])
      expect(text).not.toContain(foreignText)
  })

  it('is available to a suspended person too', async () => {
    const suspended = await server.create.user({ suspended: true })
    const data = await server.as(suspended).call('getOwnData', {})
    expect(data.profile).toMatchObject({ userid: suspended.userId, validation: 'pending' })
  })
})
