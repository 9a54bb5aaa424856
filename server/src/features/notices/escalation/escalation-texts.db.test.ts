import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { smtpTransport } from '../../../adapters/mail/smtp-transport.ts'
import { profileTable, sessionTable } from '../../../tables/accounts.schema.ts'
import { openMailServer } from '../../../testing/mail-server.ts'
import { openPlantWithEscalation, type PlantWithEscalation } from '../../../testing/plant-with-escalation.ts'
import { openPushEndpoint, pushBrowser } from '../../../testing/push-endpoint.ts'
import { createMailOutbox, sendMail } from '../../mails/index.ts'
import { sendPush } from '../push/send-push.ts'
import { withdrawBeforeSending } from '../withdraw-deliveries.ts'

let plant: PlantWithEscalation
let mailServer: Awaited<ReturnType<typeof openMailServer>>
let service: Awaited<ReturnType<typeof openPushEndpoint>>
beforeEach(async () => {
  plant = await openPlantWithEscalation()
  mailServer = await openMailServer()
  service = await openPushEndpoint()
  const { ports, clock } = plant.server
  ports.mail = createMailOutbox(ports.jobs, clock)
})
afterEach(async () => {
  await mailServer.close()
  await service.close()
  await plant.server.stop()
})

/** Runs the jobs of the queues, with repetitions. */
const send = async () => {
  const transport = smtpTransport(mailServer.url, 'Vigilux <office@vigilux.test>')
  const parts = {
    ...plant.noticeParts,
    transport,
    lastLook: ({ id }: { id: string }) => withdrawBeforeSending(plant.noticeParts, id),
  }
  for (const { name, data } of plant.server.jobs) {
    if (name === 'mail.send') await sendMail(parts, (data as { mailId: string }).mailId)
    if (name === 'push.send') await sendPush(parts, (data as { messageId: string }).messageId)
  }
  await plant.processCauses()
}
/** A mail as a person reads it, without transport line breaks. */
const toPlainText = (source: string): string =>
  source
    .replace(/=\r\n/g, '')
    .replace(/=3D/g, '=')
    .replace(/=E2=80=AF/g, ' ')

it('the mail shows its step, start, earlier receivers and the acknowledge link', async () => {
  await plant.save()
  await plant.failLamp()
  await plant.waitForMails(10)
  await send()
  await send()
  const mailsOf = (user: typeof plant.ada) =>
    mailServer.acceptedMails.filter(({ to: [address] }) => address === user.email)
  expect(mailsOf(plant.ada)).toHaveLength(1)
  // One notice as a member at once, and one by escalation.
  expect(mailsOf(plant.bruno)).toHaveLength(2)
  expect(mailsOf(plant.carla)).toHaveLength(1)
  const source = toPlainText(
    mailsOf(plant.bruno).find((one) => toPlainText(one.source).includes('Escalation'))?.source ?? '',
  )
  expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?Escalation=3A_Fault=3A_0A1B2C=2C_lamp/m)
  expect(source).toMatch(/^Escalation: Fault: 0A1B2C, lamp 0001, .+ Scuola Demo\r$/m)
  expect(source).toContain('Escalation, 2 of 3. Open since 2 March 2026 at 10:00.')
  expect(source).toContain('Notified before you, without acknowledging: Ada (2 March 2026 at 10:00).')
  expect(source).toMatch(/Acknowledge it, and nobody else is notified: \S+#\/attention\?tab=notices/)
  expect(source).not.toContain('List-Unsubscribe')
  const { deliveries } = await plant.client.call('getNoticeHistory', { plantId: plant.plantId })
  expect(deliveries[0]).toMatchObject({ escalation: { step: 2, of: 3 }, state: 'taken' })
})

it('the mail is in the language of its receiver', async () => {
  const { db } = plant.server.database
  await db.update(profileTable).set({ language: 'de' }).where(eq(profileTable.userId, plant.ada.userId))
  await plant.save({ people: [plant.ada.userId] })
  await plant.failLamp()
  await send()
  const [mail] = mailServer.acceptedMails.filter(({ to: [address] }) => address === plant.ada.email)
  expect(toPlainText(mail?.source ?? '')).toContain('Eskalation, 1 von 1. Offen seit 2. M')
})

it('a push is urgent and opens the acknowledge page', async () => {
  const { database, clock, as: clientOf } = plant.server
  const sessionId = randomUUID()
  const expiresAt = new Date(clock.now().getTime() + 86_400_000)
  await database.db
    .insert(sessionTable)
    .values({ id: sessionId, userId: plant.ada.userId, token: sessionId, expiresAt })
  const browser = pushBrowser(`${service.url}/${sessionId}`)
  await clientOf({ ...plant.ada, sessionId }).call('savePushDevice', browser.keys)
  await plant.save()
  await plant.failLamp()
  await send()
  expect(service.receivedPushes).toHaveLength(1)
  const [receivedCall] = service.receivedPushes
  if (!receivedCall) throw new Error('nothing came')
  expect(receivedCall.headers.urgency).toBe('high')
  const read = browser.read(receivedCall.body)
  expect(read).toMatchObject({ title: 'Escalation: Fault', path: '/attention?tab=notices' })
  expect(read.body).toMatch(/\nEscalation, 1 of 3\. Open since .+\n0A1B2C, lamp 0001: /)
})
