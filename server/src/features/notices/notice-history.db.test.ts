import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { smtpTransport } from '../../adapters/mail/smtp-transport.ts'
import type { MailTransport } from '../../ports/mail-transport.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { openMailServer } from '../../testing/mail-server.ts'
import { openPlantWithNotices, type PlantWithNotices } from '../../testing/plant-with-notices.ts'
import { createMailOutbox, sendMail } from '../mails/index.ts'
import { addMember } from '../members/index.ts'
import { withdrawBeforeSending } from './withdraw-deliveries.ts'

let plant: PlantWithNotices
let mailServer: Awaited<ReturnType<typeof openMailServer>>
beforeEach(async () => {
  plant = await openPlantWithNotices()
  mailServer = await openMailServer()
  const { ports, clock } = plant.server
  ports.mail = createMailOutbox(ports.jobs, clock)
})
afterEach(async () => {
  await mailServer.close()
  await plant.server.stop()
})

const memberOf = async (role: 'installerStaff' | 'clientStaff') => {
  const user = await plant.server.create.user()
  const since = plant.server.clock.now()
  await addMember(plant.server.database.db, {
    plantId: plant.plantId,
    userId: user.userId,
    role,
    invitedBy: null,
    since,
  })
  return user
}
const transportTo = (url = mailServer.url) => smtpTransport(url, 'Vigilux <office@vigilux.test>')
/** Runs the mail jobs, with repetitions. */
const send = async (transport: MailTransport = transportTo()) => {
  const parts = {
    ...plant.noticeParts,
    transport,
    lastLook: ({ id }: { id: string }) => withdrawBeforeSending(plant.noticeParts, id),
  }
  const outcomes: string[] = []
  for (const { name, data } of plant.server.jobs)
    if (name === 'mail.send')
      await sendMail(parts, (data as { mailId: string }).mailId).then(
        () => outcomes.push('ok'),
        () => outcomes.push('again'),
      )
  await plant.processCauses()
  return outcomes
}
const history = async (client = plant.client, overrides = {}) =>
  (await client.call('getNoticeHistory', { plantId: plant.plantId, ...overrides })).deliveries
const failLamp = async () => {
  await plant.report(plant.lamp(1, 8))
  await plant.drainNotices()
}

it('a mail shows its states and reply, and is sent once after an outage', async () => {
  await failLamp()
  expect(await history()).toMatchObject([
    { state: 'handed', tries: 0, answer: null, kind: 'functionError', causes: 1, addr: 1 },
  ])
  const mailPort = mailServer.port
  await mailServer.close()
  expect(await send()).toEqual(['again'])
  expect(await history()).toMatchObject([{ state: 'handed', tries: 1, answer: 'ESOCKET' }])
  mailServer = await openMailServer(mailPort)
  mailServer.setBehaviour('isBusy')
  expect(await send()).toEqual(['again'])
  expect(await history()).toMatchObject([{ state: 'handed', tries: 2, answer: '451 4.3.0 try again later' }])
  mailServer.setBehaviour('takes')
  plant.server.broadcasts.length = 0
  expect(await send()).toEqual(['ok'])
  expect(await send()).toEqual(['ok'])
  expect(mailServer.acceptedMails).toHaveLength(1)
  expect(mailServer.acceptedMails[0]?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await history()).toMatchObject([{ state: 'taken', tries: 2, answer: expect.stringMatching(/^250 /) }])
  const expectedBroadcast = { event: 'notices', data: { plant_id: plant.plantId } }
  expect(plant.server.broadcasts).toContainEqual({ ...expectedBroadcast, audience: { user: plant.installer.userId } })
  expect(plant.server.broadcasts).toContainEqual({ ...expectedBroadcast, audience: { plant: plant.plantId } })
})

it('a waiting mail to a removed or suspended receiver is withdrawn', async () => {
  const [removedMember, suspended, staff] = [
    await memberOf('installerStaff'),
    await memberOf('clientStaff'),
    await memberOf('installerStaff'),
  ]
  await failLamp()
  const mailPort = mailServer.port
  await mailServer.close()
  expect(await send()).toEqual(['again', 'again', 'again', 'again'])
  mailServer = await openMailServer(mailPort)
  await plant.client.call('rimuoviCollab', { plantId: plant.plantId, userId: removedMember.userId })
  await plant.server.database.db
    .update(profileTable)
    .set({ validation: 'suspended' })
    .where(eq(profileTable.userId, suspended.userId))
  await plant.processCauses()
  expect(await send()).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(mailServer.acceptedMails.flatMap(({ to }) => to).toSorted()).toEqual(
    [plant.installer.email, staff.email].toSorted(),
  )
  const states = new Map((await history()).map(({ person, state }) => [person.userid, state]))
  expect([removedMember, suspended, staff].map(({ userId }) => states.get(userId))).toEqual([
    'withdrawn',
    'withdrawn',
    'taken',
  ])
  await plant.processCauses()
  expect((await history()).filter(({ state }) => state === 'withdrawn')).toHaveLength(2)
})

it('a person removed while another mail is sent gets no mail', async () => {
  const members = [await memberOf('installerStaff'), await memberOf('installerStaff')]
  await failLamp()
  const smtp = transportTo()
  let failuresLeft = 1
  const sendSlowly = async (mail: Parameters<MailTransport['send']>[0]) => {
    for (const { userId, email } of members)
      if (failuresLeft > 0 && email !== mail.to) {
        failuresLeft--
        await plant.client.call('rimuoviCollab', { plantId: plant.plantId, userId })
      }
    return smtp.send(mail)
  }
  plant.server.broadcasts.length = 0
  expect(await send({ ...smtp, send: sendSlowly })).toEqual(['ok', 'ok', 'ok'])
  expect(mailServer.acceptedMails).toHaveLength(2)
  expect((await history()).map(({ state }) => state).toSorted()).toEqual(['taken', 'taken', 'withdrawn'])
  expect(plant.server.broadcasts).toContainEqual(expect.objectContaining({ event: 'notices' }))
})

it('an unknown mailbox is shown as refused without its address or a retry', async () => {
  await failLamp()
  mailServer.setBehaviour('knowsNobody')
  expect(await send()).toEqual(['ok'])
  expect(await history()).toMatchObject([{ state: 'refused', tries: 1, answer: '550 5.1.1 … no such mailbox' }])
  mailServer.setBehaviour('takes')
  await send()
  expect(mailServer.acceptedMails).toEqual([])
})

it('a mail is given up after a week', async () => {
  await failLamp()
  mailServer.setBehaviour('forbids')
  plant.advanceClock(6 * 86_400_000)
  expect(await send()).toEqual(['again'])
  plant.advanceClock(2 * 86_400_000)
  expect(await send()).toEqual(['ok'])
  expect((await history()).at(-1)).toMatchObject({ state: 'refused', tries: 2, answer: '550 5.7.1 relaying denied' })
})

it('a failed transaction loses no waiting mail and sends none twice', async () => {
  await plant.report(plant.lamp(1, 8))
  plant.advanceClock(20_000)
  const { send: originalSend } = plant.server.ports.mail
  plant.server.ports.mail.send = async () => {
    throw new Error('killed')
  }
  await plant.processCauses()
  expect(await history()).toMatchObject([{ state: 'waiting' }])
  plant.server.ports.mail.send = originalSend
  await Promise.all([plant.processCauses(), plant.processCauses(), plant.processCauses(), plant.processCauses()])
  expect(plant.server.jobs.filter(({ name }) => name === 'mail.send')).toHaveLength(1)
  expect(await history()).toMatchObject([{ state: 'handed' }])
})

it('administrators see the history of all members, others only their own', async () => {
  const [staff, client] = [await memberOf('installerStaff'), await memberOf('clientStaff')]
  await failLamp()
  const readReceivers = async (user: typeof staff) =>
    (await history(plant.server.as(user))).map(({ person }) => person.userid)
  expect((await readReceivers(plant.installer)).toSorted()).toEqual(
    [plant.installer, staff, client].map((one) => one.userId).toSorted(),
  )
  expect(await readReceivers(staff)).toEqual([staff.userId])
  expect(await readReceivers(client)).toEqual([client.userId])
  const nonMember = await plant.server.create.user()
  const { plantId } = plant
  expect(await plant.server.as(nonMember).refusal('getNoticeHistory', { plantId })).toBe('PLANT_NOT_FOUND')
  expect(await history(plant.client, { search: 'nobody of this name' })).toEqual([])
  expect(await history(plant.client, { state: 'taken' })).toEqual([])
  expect(await history(plant.client, { state: 'handed', pageSize: 1, page: 2 })).toHaveLength(1)
  const { counts } = await plant.client.call('getNoticeHistory', { plantId, state: 'taken' })
  expect(counts).toMatchObject({ handed: 3, taken: 0 })
})
