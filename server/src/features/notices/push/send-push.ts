import type { BackgroundParts, StartupHook } from '../../../kernel/background.ts'
import { RetryLater } from '../../../ports/jobs.ts'
import { OutboundFailure } from '../../../ports/outbound.ts'
import type { PushText } from '../../../ports/push.ts'
import { withdrawBeforeSending } from '../withdraw-deliveries.ts'
import { findDevice, forgetPushDevices } from './push-devices.store.ts'
import { findPush, markPushed, type PushMessage, recordPushFailure } from './push-messages.store.ts'

/** How long sending a push is retried; an older push would only confuse. */
const maxRetryMs = 86_400_000
const maxAnswerLength = 120
/** Final answers of a push service: every 3xx and 4xx except those excluded here. */
const isFinal = (status: number): boolean => status >= 300 && status < 500 && status !== 429 && status !== 408
/** Outcome of a push without a key of its browser, for example after a restored backup. */
const missingKey = { status: 410, answer: 'no key' }
/** The browser revoked its permission or no longer exists. */
const isGone = (status: number): boolean => status === 404 || status === 410

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'db'>

const requestPush = async (
  { ports }: Parts,
  device: NonNullable<Awaited<ReturnType<typeof findDevice>>>,
  row: PushMessage,
  text: PushText,
) => {
  if (!ports.push.isKey(device.p256dh)) return missingKey
  try {
    const { status, text: responseText } = await ports.push.send(device, text, row)
    const line = responseText.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    return { status, answer: `${status} ${line}`.trim().slice(0, maxAnswerLength) }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return { status: error.message === 'internal' ? 400 : 0, answer: error.message }
  }
}

/**
 * After a crash between sending and recording a push is sent again; its tag makes the browser replace the first. A
 * browser signed out meanwhile gets nothing.
 */
export const sendPush = async (parts: Parts, messageId: string): Promise<void> => {
  const { ports, db, inTransaction } = parts
  const storedPush = await findPush(db, messageId)
  if (storedPush) await withdrawBeforeSending(parts, storedPush.batchId)
  const row = storedPush && (await findPush(db, messageId))
  if (!row || row.sentAt || row.givenUpAt || !row.text) return
  const device = await findDevice(db, row.deviceId, ports.clock.now())
  if (!device) return recordPushFailure(db, row.id, 'signed out', ports.clock.now())
  const { status, answer } = await requestPush(parts, device, row, { ...row.text, tag: row.batchId })
  const now = ports.clock.now()
  if (status >= 200 && status < 300) return markPushed(db, row.id, answer, now)
  const isOver = isFinal(status) || now.getTime() - row.at.getTime() > maxRetryMs
  await inTransaction(async ({ tx }) => {
    if (isGone(status)) await forgetPushDevices(tx, [row.deviceId])
    await recordPushFailure(tx, row.id, answer, isOver ? now : null)
  })
  if (!isOver) throw new RetryLater(`a push was not taken: ${answer}`)
}

/** Sends queued pushes. */
export const pushWorker: StartupHook = (parts) =>
  parts.ports.jobs.work('push.send', ({ data }) => sendPush(parts, data.messageId), { concurrency: 20 })
