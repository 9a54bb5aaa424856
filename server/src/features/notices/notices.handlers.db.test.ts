import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantTable } from '../../tables/plants.schema.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

it('members choose their notices, and administrators choose for members, who are informed', async () => {
  const [administrator, member] = [await server.create.user(), await server.create.user()]
  const members = { installerAdministrator: administrator.userId, clientStaff: member.userId }
  const plantId = await server.create.plant({ members })
  const memberInput = { plantId, userId: member.userId }
  const kinds = [{ kind: 'testErrors' as const, mail: false, push: true }]
  await server.as(member).call('saveNotificationsOnProfile', { plantId, kinds })
  const memberSettings = await server.as(administrator).call('getMemberNoticeSettings', memberInput)
  expect(memberSettings.settings.on).toBe(true)
  expect(memberSettings.settings.kinds.filter(({ mail }) => !mail)).toEqual(kinds)
  server.broadcasts.length = 0
  await server.as(administrator).call('saveMemberNotifications', { ...memberInput, on: false })
  expect(server.broadcasts).toContainEqual({
    audience: { user: member.userId },
    event: 'noticeSettings',
    data: { plant_id: plantId },
  })
  expect(await server.as(member).call('getNoticeSettings', { plantId })).toMatchObject({ settings: { on: false } })
  const ownSettings = await server.as(administrator).call('getNoticeSettings', { plantId })
  expect(ownSettings.settings.kinds.every(({ mail }) => mail)).toBe(true)
  expect(await server.as(member).refusal('saveMemberNotifications', { ...memberInput, on: true })).toBe('NOT_ALLOWED')
})

it('a member can only switch the own notices of a plant', async () => {
  const [administrator, reader] = [await server.create.user(), await server.create.user()]
  const members = { installerAdministrator: administrator.userId, installerReadOnly: reader.userId }
  const plantId = await server.create.plant({ members })
  const { settings } = await server.as(reader).call('abilitaNotificheErrori', { plantId, on: false })
  expect(settings.on).toBe(false)
  expect(await server.as(administrator).call('getNoticeSettings', { plantId })).toMatchObject({
    plantOn: true,
    settings: { on: true },
  })
  expect(await server.as(reader).call('abilitaNotificheErrori', { plantId, on: true })).toMatchObject({
    settings: { on: true },
  })
})

it('other people have no notice settings', async () => {
  const [administrator, office] = [
    await server.create.user(),
    await server.create.user({ usertype: 'admin', scope: 'nto' }),
  ]
  const plantId = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
  const unknownMember = { plantId, userId: randomUUID() }
  expect(await server.as(administrator).refusal('getMemberNoticeSettings', unknownMember)).toBe('MEMBER_NOT_FOUND')
  expect(await server.as(administrator).refusal('saveMemberNotifications', unknownMember)).toBe('MEMBER_NOT_FOUND')
  expect(await server.as(office).refusal('saveNotificationsOnProfile', { plantId })).toBe('MEMBER_NOT_FOUND')
  expect(await server.as(office).refusal('abilitaNotificheErrori', { plantId, on: false })).toBe('MEMBER_NOT_FOUND')
})

it('a person sees and searches own settings of all active plants', async () => {
  const [person, other] = [await server.create.user(), await server.create.user()]
  const plantOf = (name: string, userId: string) => server.create.plant({ name, members: { installerStaff: userId } })
  const [barn, abbey] = [await plantOf('Barn', person.userId), await plantOf('Abbey', person.userId)]
  await plantOf('Not theirs', other.userId)
  const archived = await plantOf('Archived', person.userId)
  await server.database.db.update(plantTable).set({ archivedAt: server.clock.now() }).where(eq(plantTable.id, archived))
  const personClient = server.as(person)
  await personClient.call('saveNotificationsOnProfile', { plantId: barn, on: false })
  await personClient.call('saveNotificationsOnProfile', {
    plantId: abbey,
    kinds: [{ kind: 'testErrors', mail: false }],
  })
  const { plants, total } = await personClient.call('getOwnNoticeSettings', {})
  expect(total).toBe(2)
  expect(plants.map(({ plantname, settings }) => [plantname, settings.on])).toEqual([
    ['Abbey', true],
    ['Barn', false],
  ])
  expect(plants[0]?.settings.kinds.filter(({ mail }) => !mail)).toEqual([
    { kind: 'testErrors', mail: false, push: true },
  ])
  expect(await personClient.call('getOwnNoticeSettings', { page: 2, pageSize: 1 })).toMatchObject({
    plants: [{ plantname: 'Barn' }],
    total: 2,
  })
  expect(await personClient.call('getOwnNoticeSettings', { search: 'bey' })).toMatchObject({ total: 1 })
})
