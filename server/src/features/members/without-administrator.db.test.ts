import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { takeTurn } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addMember } from './members.store.ts'
import { membershipExpiryTask } from './membership-end-task.ts'

let server: TestServer
let office: User
let areaOffice: User
let administrator: User
let owner: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  areaOffice = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' })
  await server.create.user({ usertype: 'admin', scope: 'ba', area: 'DE' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  administrator = await server.create.user()
  owner = await server.create.user({ usertype: 'client' })
  const members = { installerAdministrator: administrator.userId, clientOwner: owner.userId }
  plantId = await server.create.plant({ name: 'Alba', members })
  server.broadcasts.length = 0
  server.mails.length = 0
})

const checkedName = { method: 'inPerson', checkedOn: '2026-01-15' } as const
const decide = (user: User, validation: 'suspended' | 'verified') =>
  server.as(office).call('updateUserValidation', {
    userId: user.userId,
    validation,
    ...(validation === 'suspended' ? { reason: 'Struck off' } : { was: 'suspended' as const, identity: checkedName }),
  })
const addSecond = async (endsOn: string | null = null) => {
  const second = await server.create.user()
  const member = { plantId, userId: second.userId, role: 'installerAdministrator', invitedBy: null, endsOn } as const
  await addMember(server.database.db, { ...member, since: server.clock.now() })
  return second
}
const mailsOf = (template: string) => server.mails.filter((mail) => mail.template === template)
const listedPlants = async (caller = office) => {
  const { plants } = await server.as(caller).call('getSummaryPlants', { withoutAdministrator: true })
  return plants.filter(({ plant_id }) => plant_id === plantId)
}

it('owners and office are notified if the only active administrator is suspended', async () => {
  await decide(administrator, 'suspended')
  expect(mailsOf('ownerNoAdministrator')).toMatchObject([{ to: owner.email, values: { lines: '["Alba, Forlì"]' } }])
  const officeMails = mailsOf('officeNoAdministrator')
  expect(officeMails.map(({ to }) => to).sort()).toEqual([areaOffice.email, office.email].sort())
  expect(officeMails.find(({ to }) => to === areaOffice.email)?.values.url).toContain('#/bahome?administrator=none')
  expect(officeMails.find(({ to }) => to === office.email)?.values.url).toContain('#/ntosummary?administrator=none')
  expect(server.broadcasts).toContainEqual(
    expect.objectContaining({ audience: { plant: plantId }, event: 'plantUsers' }),
  )
})

it('the office lists the plant until an administrator is active again', async () => {
  const before = (await server.as(office).call('getOfficeFigures', {})).withoutAdministrator
  expect(await listedPlants()).toEqual([])
  await decide(administrator, 'suspended')
  for (const caller of [office, areaOffice])
    expect(await listedPlants(caller)).toMatchObject([
      { plantname: 'Alba', administratorGap: { why: 'suspended', hasOwner: true } },
    ])
  expect((await server.as(office).call('getOfficeFigures', {})).withoutAdministrator).toBe(before + 1)
  await decide(administrator, 'verified')
  expect(await listedPlants()).toEqual([])
  const [line] = (await server.as(office).call('getSummaryPlants', { userId: owner.userId })).plants
  expect(line?.administratorGap).toBeNull()
})

it('a notice is sent only when the last active administrator is suspended', async () => {
  const second = await addSecond()
  await decide(administrator, 'suspended')
  expect(mailsOf('ownerNoAdministrator')).toEqual([])
  await decide(second, 'suspended')
  expect(mailsOf('ownerNoAdministrator')).toHaveLength(1)
})

it('a notice is sent when the last active administrator reaches the end date', async () => {
  const now = server.clock.now()
  await addSecond(now.toISOString().slice(0, 10))
  await decide(administrator, 'suspended')
  expect(mailsOf('ownerNoAdministrator')).toEqual([])
  server.clock.time = new Date(now.getTime() + 2 * 86_400_000)
  await takeTurn(membershipExpiryTask, { ...server, db: server.database.db })
  expect(mailsOf('ownerNoAdministrator')).toHaveLength(1)
  server.clock.time = now
})

it('a notice is sent when an administrator becomes an unverified installer', async () => {
  const basic = await server.create.user({ usertype: 'basic' })
  await server.create.plant({ members: { installerAdministrator: basic.userId, clientOwner: owner.userId } })
  const business = { kind: 'company', businessname: 'Luce', piva: 'IT12345670017' } as const
  await server.as(basic).call('completeProfile', { usertype: 'installer', ...business })
  expect(mailsOf('ownerNoAdministrator')).toHaveLength(1)
})

it('leaving and suspension at once keep one of two administrators', async () => {
  const second = await addSecond()
  const leaving = server.as(second).refusal('rimuoviCollab', { plantId, userId: second.userId })
  const [refusal] = await Promise.all([leaving, decide(administrator, 'suspended')])
  // Either order is right: the administrator stays, or the owners get a mail about the missing administrator.
  expect([refusal, mailsOf('ownerNoAdministrator').length]).toEqual(refusal ? ['LAST_ADMINISTRATOR', 0] : [null, 1])
})

it('two simultaneous suspensions send one notice', async () => {
  const second = await addSecond()
  await Promise.all([decide(administrator, 'suspended'), decide(second, 'suspended')])
  expect(mailsOf('ownerNoAdministrator')).toHaveLength(1)
})
