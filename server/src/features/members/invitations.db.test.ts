import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let administrator: User
let invited: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.given.user()
  invited = await server.given.user()
  plantId = await server.given.plant({ members: { installerAdministrator: administrator.userId } })
})
afterAll(() => server.stop())

const invite = async (): Promise<string> =>
  (await server.as(administrator).call('invitaDelegato', { plantId, email: invited.email })).invitation.id
const stateOf = async (id: string) =>
  (await server.as(administrator).call('listaInviti', { plantId })).invitations.find((one) => one.id === id)?.state

it('a declined invitation waits no more, can no longer be accepted, and its sender sees that', async () => {
  const invitationId = await invite()
  await server.as(invited).call('declineInvite', { invitationId })
  await server.as(invited).call('declineInvite', { invitationId })
  expect(await stateOf(invitationId)).toBe('declined')
  expect((await server.as(invited).call('checkInvitoPendente', {})).invitations).toEqual([])
  await expect(server.as(invited).call('acceptInvite', { invitationId })).rejects.toMatchObject({
    code: 'INVITATION_NOT_FOUND',
  })
})

it('nobody declines for another, nor what was accepted, nor what is not there', async () => {
  const invitationId = await invite()
  await expect(server.as(administrator).call('declineInvite', { invitationId })).rejects.toMatchObject({
    code: 'INVITATION_NOT_FOUND',
  })
  await server.as(invited).call('acceptInvite', { invitationId })
  for (const id of [invitationId, randomUUID()])
    await expect(server.as(invited).call('declineInvite', { invitationId: id })).rejects.toMatchObject({
      code: 'INVITATION_NOT_FOUND',
    })
  expect(await stateOf(invitationId)).toBe('accepted')
})
