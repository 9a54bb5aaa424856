import { randomUUID } from 'node:crypto'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, plantChange, type TestServer } from '../../testing/test-server.ts'
import { addMember } from './members.store.ts'

let server: TestServer
let administrator: User
let invitedUser: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
  invitedUser = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
})
afterAll(() => server.stop())

const invite = async (): Promise<string> =>
  (await server.as(administrator).call('invitaDelegato', { plantId, email: invitedUser.email })).invitation.id
const stateOf = async (id: string) =>
  (await server.as(administrator).call('listaInviti', { plantId })).invitations.find((one) => one.id === id)?.state

it('a declined invitation cannot be accepted, and its sender sees it', async () => {
  const invitationId = await invite()
  await server.as(invitedUser).call('declineInvite', { invitationId })
  await server.as(invitedUser).call('declineInvite', { invitationId })
  expect(await stateOf(invitationId)).toBe('declined')
  expect((await server.as(invitedUser).call('checkInvitoPendente', {})).invitations).toEqual([])
  await expect(server.as(invitedUser).call('acceptInvite', { invitationId })).rejects.toMatchObject({
    code: 'INVITATION_NOT_FOUND',
  })
})

it('invitations of others, accepted or missing ones cannot be declined', async () => {
  const invitationId = await invite()
  await expect(server.as(administrator).call('declineInvite', { invitationId })).rejects.toMatchObject({
    code: 'INVITATION_NOT_FOUND',
  })
  await server.as(invitedUser).call('acceptInvite', { invitationId })
  for (const id of [invitationId, randomUUID()])
    await expect(server.as(invitedUser).call('declineInvite', { invitationId: id })).rejects.toMatchObject({
      code: 'INVITATION_NOT_FOUND',
    })
  expect(await stateOf(invitationId)).toBe('accepted')
})

it('a removed member cannot accept the invitation again', async () => {
  const guest = await server.create.user()
  const { invitation } = await server.as(administrator).call('invitaDelegato', { plantId, email: guest.email })
  const invitationId = invitation.id
  const guestClient = server.as(guest)
  for (let round = 0; round < 2; round++)
    expect(await guestClient.call('acceptInvite', { invitationId })).toEqual({ plant_id: plantId })
  await server.as(administrator).call('rimuoviDelegato', { plantId, userId: guest.userId })
  expect(await guestClient.refusal('acceptInvite', { invitationId })).toBe('INVITATION_NOT_FOUND')
  expect(await guestClient.refusal('getPlantUsers', { plantId })).toBe('PLANT_NOT_FOUND')
})

it('a forwarded invitation link is refused as meant for another person', async () => {
  const [registered, other] = [await server.create.user(), await server.create.user()]
  await server.as(administrator).call('invitaDelegato', { plantId, email: registered.email })
  const { values } = server.mails.find(({ to }) => to === registered.email) ?? { values: {} }
  const link = { invite: /invite=([\w-]+)/.exec(String((values as { url?: string }).url))?.[1] ?? '' }
  const readYours = async (caller: User) =>
    (await server.as(caller).call('checkInvitoPendente', link)).invitations.map(({ yours }) => yours)
  expect(await readYours(registered)).toEqual([true])
  expect(await readYours(other)).toEqual([false])
})

const mailsTo = ({ email }: User) => server.mails.filter(({ to }) => to === email)

it('an invitation is resent unchanged, and the older link ends', async () => {
  const guest = await server.create.user()
  const request = {
    plantId,
    email: guest.email,
    role: 'installerReadOnly',
    language: 'pl',
    endsOn: '2999-01-31',
  } as const
  const { invitation } = await server.as(administrator).call('invitaCollab', request)
  const resend = () => server.as(administrator).refusal('resendInvitation', { plantId, invitationId: invitation.id })
  expect((await Promise.all([resend(), resend()])).toSorted()).toEqual(['ALREADY_INVITED', null])
  expect(mailsTo(guest).map(({ language }) => language)).toEqual(['pl', 'pl'])
  const links = mailsTo(guest).map(({ values }) => /invite=([\w-]+)/.exec(String(values.url))?.[1] ?? '')
  const countInvitations = async (invite: string) =>
    (await server.as(administrator).call('checkInvitoPendente', { invite })).invitations.length
  expect(await Promise.all(links.map(countInvitations))).toEqual([0, 1])
  expect(await stateOf(invitation.id)).toBe('deleted')
  const [open] = (await server.as(guest).call('checkInvitoPendente', {})).invitations
  expect(open).toMatchObject({ role: 'installerReadOnly', endsOn: '2999-01-31' })
})

it('a declined invitation can be resent, an accepted one cannot', async () => {
  const guest = await server.create.user()
  const sentInvitation = await server.as(administrator).call('invitaDelegato', { plantId, email: guest.email })
  await server.as(guest).call('declineInvite', { invitationId: sentInvitation.invitation.id })
  const inputOf = (invitationId: string) => ({ plantId, invitationId })
  const { invitation } = await server.as(administrator).call('resendInvitation', inputOf(sentInvitation.invitation.id))
  await server.as(guest).call('acceptInvite', { invitationId: invitation.id })
  const refusalOf = (id: string) => server.as(administrator).refusal('resendInvitation', inputOf(id))
  expect(await refusalOf(invitation.id)).toBe('INVITATION_NOT_FOUND')
  expect(await refusalOf(sentInvitation.invitation.id)).toBe('ALREADY_MEMBER')
  expect(await refusalOf(randomUUID())).toBe('INVITATION_NOT_FOUND')
})

it('a client owner can resend only own invitations', async () => {
  const [owner, guest, other] = [await server.create.user(), await server.create.user(), await server.create.user()]
  await addMember(server.database.db, {
    plantId,
    userId: owner.userId,
    role: 'clientOwner',
    invitedBy: null,
    since: server.clock.now(),
  })
  const ownInvitation = await server.as(owner).call('invitaDelegato', { plantId, email: guest.email })
  const foreignInvitation = await server.as(administrator).call('invitaDelegato', { plantId, email: other.email })
  const resend = (id: string) => server.as(owner).refusal('resendInvitation', { plantId, invitationId: id })
  expect(await resend(foreignInvitation.invitation.id)).toBe('INVITATION_NOT_FOUND')
  expect(await resend(ownInvitation.invitation.id)).toBeNull()
  expect(mailsTo(other)).toHaveLength(1)
})

it('an invitation with a past last day cannot be resent', async () => {
  const guest = await server.create.user()
  const day = server.clock.now().toISOString().slice(0, 10)
  const { invitation } = await server
    .as(administrator)
    .call('invitaCollab', { plantId, email: guest.email, role: 'installerStaff', endsOn: day })
  const { time } = server.clock
  server.clock.time = new Date(server.clock.now().getTime() + 3 * 86_400_000)
  const refusal = await server.as(administrator).refusal('resendInvitation', { plantId, invitationId: invitation.id })
  server.clock.time = time
  expect(refusal).toBe('END_DATE_PAST')
})

type Sender = {
  role: PlantRole
  invites: 'invitaCollab' | 'invitaDelegato'
  endMembership: (plantId: string, user: User) => Promise<unknown>
}
const administratorClient = () => server.as(administrator)
const office = async () => server.as(await server.create.user({ usertype: 'admin', scope: 'nto' }))
const senders: [string, Sender][] = [
  [
    'an administrator who was removed',
    {
      role: 'installerAdministrator',
      invites: 'invitaCollab',
      endMembership: (id, { userId }) => administratorClient().call('rimuoviCollab', { plantId: id, userId }),
    },
  ],
  [
    'an administrator who became staff',
    {
      role: 'installerAdministrator',
      invites: 'invitaCollab',
      endMembership: (id, { userId }) =>
        administratorClient().call('setMemberRole', { plantId: id, userId, role: 'installerStaff' }),
    },
  ],
  [
    'an administrator whose account was suspended',
    {
      role: 'installerAdministrator',
      invites: 'invitaCollab',
      endMembership: async (_, { userId }) =>
        (await office()).call('updateUserValidation', { userId, validation: 'suspended', reason: 'Unpaid' }),
    },
  ],
  [
    'an owner who was removed',
    {
      role: 'clientOwner',
      invites: 'invitaDelegato',
      endMembership: (id, { userId }) => administratorClient().call('rimuoviDelegato', { plantId: id, userId }),
    },
  ],
]

it.each(senders)(
  'invitations of %s are invalid and can be resent by others',
  async (_, { role, invites, endMembership }) => {
    const [sender, guest, otherGuest] = [
      await server.create.user(),
      await server.create.user(),
      await server.create.user(),
    ]
    const id = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
    const since = server.clock.now()
    for (const memberUser of role === 'clientOwner' ? [sender, otherGuest] : [sender])
      await addMember(server.database.db, { plantId: id, userId: memberUser.userId, role, invitedBy: null, since })
    const input = { plantId: id, email: guest.email, ...(invites === 'invitaCollab' && { role: 'installerStaff' }) }
    const { invitation } = await server.as(sender).call(invites, input as never)
    const listInvitationIds = async () =>
      (await server.as(guest).call('checkInvitoPendente', {})).invitations.map((one) => one.id)
    const state = async () =>
      (await administratorClient().call('listaInviti', { plantId: id })).invitations.find(
        (one) => one.id === invitation.id,
      )?.state
    expect([await listInvitationIds(), await state()]).toEqual([[invitation.id], 'pending'])
    await endMembership(id, sender)
    expect([await listInvitationIds(), await state()]).toEqual([[], 'deleted'])
    expect(await server.as(guest).refusal('acceptInvite', { invitationId: invitation.id })).toBe('INVITATION_NOT_FOUND')
    const secondInvitation = (await administratorClient().call(invites, input as never)).invitation.id
    expect(await server.as(guest).call('acceptInvite', { invitationId: secondInvitation })).toEqual({ plant_id: id })
  },
)

it('an invitation of the office is valid while the plant is in its area', async () => {
  const [national, area] = [
    await server.create.user({ usertype: 'admin', scope: 'nto' }),
    await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' }),
  ]
  const guests = [await server.create.user(), await server.create.user()]
  const invitations = await Promise.all(
    [national, area].map((caller, at) =>
      server.as(caller).call('invitaDelegato', { plantId, email: guests[at]?.email ?? '' }),
    ),
  )
  for (const { invitation } of invitations) expect(await stateOf(invitation.id)).toBe('pending')
  const { plant } = await administratorClient().call('getPlantDetails', { plantId })
  const changedPlant = plantChange()
  const address = { ...changedPlant.address, country: 'AT' as const, prov: '', cap: '1010' }
  await administratorClient().call('updatePlant', {
    plantId,
    version: plant.version,
    plant: { ...changedPlant, address },
  })
  expect(await Promise.all(invitations.map(({ invitation }) => stateOf(invitation.id)))).toEqual(['pending', 'deleted'])
})
