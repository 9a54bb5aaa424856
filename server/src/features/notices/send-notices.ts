import { randomUUID } from 'node:crypto'
import type { NoticeChannel, NoticeRhythm } from '@vigilux/contract/features/notices/notice.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { claimDueDeliveries, type Delivery, markQueued, markWithdrawn } from './deliveries.store.ts'
import { makeRunDue } from './escalation/escalation-runs.store.ts'
import { findEscalationStep } from './escalation/escalation-texts.ts'
import { noticeValues } from './notice-values.ts'
import { listCauses, listReceivers, type NoticeReceiver, namesOfCauses } from './notices.store.ts'
import { listDevices } from './push/push-devices.store.ts'
import { insertPushes } from './push/push-messages.store.ts'
import { pushText } from './push/push-text.ts'

/** Title of a digest over hours or days. */
const digestTitles: Record<NoticeRhythm, 'quiet' | 'daily' | 'weekly'> = {
  each: 'quiet',
  daily: 'daily',
  weekly: 'weekly',
} as const

type QueuedMessage = { values: Record<string, string>; receiver: NoticeReceiver; isUrgent: boolean; now: Date }

/** Queues the message and its jobs; returns an id to find its outcome. */
const senders: Record<NoticeChannel, (tx: Tx, ports: Ports, message: QueuedMessage) => Promise<string>> = {
  mail: (tx, ports, { values, receiver: { email: to, language } }) =>
    ports.mail.send(tx, { to, language, template: values.openUrl ? 'escalation' : 'notice', values }),
  push: async (tx, ports, { values, receiver, isUrgent, now }) => {
    const batchId = randomUUID()
    const text = pushText(values, receiver)
    const devices = await listDevices(tx, receiver.userId, now)
    const rows = devices.map(({ id }) => ({ batchId, deviceId: id, text, isUrgent, at: now }))
    for (const messageId of await insertPushes(tx, rows)) await ports.jobs.enqueue(tx, 'push.send', { messageId })
    return batchId
  },
}

/**
 * Sends the due notices of a delivery. Skips receivers who must not get them any more, such as removed members; a
 * skipped escalation step goes to the next person. Returns whether anything was due.
 */
export const sendNotices = async (tx: Tx, ports: Ports, delivery: Delivery, now: Date): Promise<boolean> => {
  const { plantId, userId, noticeId, channel, step } = delivery
  const rows = await claimDueDeliveries(tx, delivery, now)
  if (rows.length === 0) return false
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const receiversByKind = await Promise.all(
    kinds.map(async (kind) => {
      const receiverQuery = step > 0 ? { named: [userId] } : { user: userId }
      const [receiver] = await listReceivers(tx, { plantId, kind }, now, receiverQuery)
      return { kind, receiver: receiver?.channels.includes(channel) ? receiver : undefined }
    }),
  )
  const deliveredKinds = receiversByKind.filter(({ receiver }) => receiver).map(({ kind }) => kind)
  const ids = (isDelivered: boolean) =>
    rows.filter(({ kind }) => deliveredKinds.includes(kind) === isDelivered).map(({ id }) => id)
  await markWithdrawn(tx, ids(false), now)
  const receiver = receiversByKind.find((one) => one.receiver)?.receiver
  const stepCount = rows[0]?.steps ?? 0
  const escalationStep =
    step > 0 && noticeId ? await findEscalationStep(tx, { noticeId, step, of: stepCount }) : undefined
  if (!receiver) {
    if (escalationStep) await makeRunDue(tx, escalationStep.runId, now)
    return true
  }
  const causes = await listCauses(
    tx,
    rows.filter(({ kind }) => deliveredKinds.includes(kind)).flatMap(({ causeIds }) => causeIds),
  )
  const names = await namesOfCauses(tx, causes)
  const digestTitle = noticeId === null ? digestTitles[receiver.preference.rhythm] : null
  const values = await noticeValues(
    { plantId, kinds: deliveredKinds, gathered: digestTitle, escalated: escalationStep },
    causes,
    { receiver, names, ports },
  )
  const message = {
    values,
    receiver,
    isUrgent: step > 0 || rows.some(({ kind, urgent }) => urgent && deliveredKinds.includes(kind)),
    now,
  }
  await markQueued(tx, ids(true), await senders[channel](tx, ports, message), now)
  return true
}
