import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let administrator: User
let staff: User
let owner: User
let delegate: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
  staff = await server.create.user()
  owner = await server.create.user({ usertype: 'client' })
  delegate = await server.create.user({ usertype: 'client' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const installers = { installerAdministrator: administrator.userId, installerStaff: staff.userId }
  const clients = { clientOwner: owner.userId, clientStaff: delegate.userId }
  plantId = await server.create.plant({ members: { ...installers, ...clients } })
  server.broadcasts.length = 0
})

type Role = 'installerAdministrator' | 'installerStaff' | 'installerReadOnly' | 'clientOwner' | 'clientStaff'
const setRole = (member: User, role: Role, caller = administrator) =>
  server.as(caller).call('setMemberRole', { plantId, userId: member.userId, role })
const refusal = (userId: string, role: Role, caller = administrator) =>
  server.as(caller).refusal('setMemberRole', { plantId, userId, role })
const rolesIn = async () =>
  new Map(
    (await server.as(administrator).call('getPlantUsers', { plantId })).plant_users.map((member) => [
      member.userid,
      member.role,
    ]),
  )

it('a role change takes effect at once and is broadcast to member and plant', async () => {
  const audit = () => server.as(staff).refusal('getAudit', { plantId })
  expect(await audit()).toBe('NOT_ALLOWED')
  const { plant_users } = await setRole(staff, 'installerAdministrator')
  expect(plant_users.find(({ userid }) => userid === staff.userId)?.role).toBe('installerAdministrator')
  expect(await audit()).toBeNull()
  expect(server.broadcasts).toMatchObject([
    { audience: { user: staff.userId }, event: 'setMemberRole', data: { role: 'installerAdministrator' } },
    { audience: { plant: plantId }, event: 'plantUsers' },
  ])
  await setRole(staff, 'installerReadOnly')
  expect(await audit()).toBe('NOT_ALLOWED')
  const { entries } = await server.as(administrator).call('getAudit', { plantId })
  const changes = entries.filter(({ action }) => action === 'setMemberRole').map((entry) => entry.changes)
  expect(changes).toContainEqual([{ field: 'role', before: 'installerAdministrator', after: 'installerReadOnly' }])
})

it('a plant is handed over by adding the new owner first', async () => {
  expect(await refusal(owner.userId, 'clientStaff')).toBe('LAST_OWNER')
  await setRole(delegate, 'clientOwner')
  await setRole(owner, 'clientStaff')
  const roles = await rolesIn()
  expect([roles.get(owner.userId), roles.get(delegate.userId)]).toEqual(['clientStaff', 'clientOwner'])
})

it('the last administrator cannot step down, even at once with another', async () => {
  expect(await refusal(administrator.userId, 'installerStaff')).toBe('LAST_ADMINISTRATOR')
  await setRole(staff, 'installerAdministrator')
  const codes = await Promise.all([
    refusal(staff.userId, 'installerStaff'),
    refusal(administrator.userId, 'installerStaff', staff),
  ])
  expect(codes.filter((one) => one === null)).toHaveLength(1)
})

it('a former administrator no longer sees addresses', async () => {
  await setRole(staff, 'installerAdministrator')
  const { plant_users } = await setRole(administrator, 'installerStaff')
  expect(plant_users.flatMap(({ email }) => email ?? [])).toEqual([administrator.email])
})

it('a role change is refused for others, non-members and the other side', async () => {
  for (const caller of [staff, owner, delegate])
    expect(await refusal(delegate.userId, 'clientOwner', caller)).toBe('NOT_ALLOWED')
  expect(await refusal(randomUUID(), 'clientOwner')).toBe('MEMBER_NOT_FOUND')
  expect(await refusal(staff.userId, 'clientOwner')).toBe('ROLE_OF_OTHER_SIDE')
  expect(await refusal(delegate.userId, 'installerStaff')).toBe('ROLE_OF_OTHER_SIDE')
  server.broadcasts.length = 0
  await setRole(delegate, 'clientStaff')
  expect(server.broadcasts.map(({ event }) => event)).toEqual(['plantUsers'])
})
