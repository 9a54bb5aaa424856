import { buffer } from 'node:stream/consumers'
import type { BackgroundParts, StartupHook } from '../../kernel/background.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Jobs } from '../../ports/jobs.ts'
import type { Mail } from '../../ports/mail.ts'
import { type MailAttachment, MailFailure } from '../../ports/mail-transport.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import { findFile, isAvailable } from '../files/index.ts'
import { findMail, giveUpMails, insertMail, type MailRow, markSent, recordMailFailure } from './mails.store.ts'
import { renderMail } from './render-mail.ts'

const textOf = (row: MailRow) => renderMail(row)

/** Keeps a mail and the job that sends it in the caller's own transaction. */
export const createMailOutbox = (jobs: Jobs<ProductJobs>, clock: Clock): Mail => ({
  async send(tx, mail) {
    const mailId = await insertMail(tx, mail, clock.now())
    await jobs.enqueue(tx, 'mail.send', { mailId })
    return mailId
  },
  withdraw: (tx, ids) => giveUpMails(tx, ids, clock.now()),
})

/** For so long it is tried to send a mail. */
const maxRetryMs = 7 * 86_400_000
const maxAnswerLength = 200

/** What a mail server answered, on one line and without the addresses that it likes to repeat. */
const plain = (answer: string): string =>
  answer
    .replace(/<?[^\s<>]+@[^\s<>]+>?/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength)

/** A mail that is about to be sent. */
export type MailToSend = Pick<MailRow, 'id' | 'attachment'>

type SenderParts = Pick<BackgroundParts, 'ports' | 'db' | 'transport'> & {
  /** Takes a mail back right before it is sent, where its receiver is not to read it any more. */
  lastLook(mail: MailToSend): Promise<void>
}

const attachmentsOf = async ({ ports, db }: SenderParts, fileId: string): Promise<MailAttachment[]> => {
  const file = await findFile(db, fileId)
  const content = file && isAvailable(file, ports.clock.now()) ? await ports.files.get(file.id) : null
  // Its time may be over before the mail could be sent: its page is named in the text.
  return file && content ? [{ name: file.name, type: file.type, content: await buffer(content) }] : []
}

/**
 * Sends a mail unless it was sent before. One that is not taken stays and is tried again, until it is refused for good or has become too old:
 * then that is kept of it.
 */
export const sendMail = async (parts: SenderParts, mailId: string): Promise<void> => {
  const { ports, db, transport } = parts
  const kept = await findMail(db, mailId)
  if (kept) await parts.lastLook(kept)
  const row = kept && (await findMail(db, mailId))
  if (!row || row.sentAt !== null || row.givenUpAt !== null) return
  const attachments = row.attachment ? await attachmentsOf(parts, row.attachment) : []
  const { unsubscribeUrl } = row.values
  const mail = { id: row.id, to: row.to, ...(await textOf(row)), attachments, unsubscribeUrl }
  try {
    const answer = plain(await transport.send(mail))
    await markSent(db, row.id, { at: ports.clock.now(), answer, keepValues: transport.keepsTexts })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const now = ports.clock.now()
    const isOver = error.isFinal || now.getTime() - row.createdAt.getTime() > maxRetryMs
    await recordMailFailure(db, row.id, plain(error.answer), isOver ? now : null)
    if (!isOver) throw error
  }
}

/** Sends what waits. */
export const mailWorker =
  (...looks: ((parts: BackgroundParts, mail: MailToSend) => Promise<void>)[]): StartupHook =>
  async (parts) => {
    const lastLook = async (mail: MailToSend) => {
      for (const look of looks) await look(parts, mail)
    }
    const sender = { ...parts, lastLook }
    await parts.ports.jobs.work('mail.send', ({ data }) => sendMail(sender, data.mailId))
  }

/** A mail as it reads, for the demo's outbox page. */
export const readMail = async (row: MailRow) => ({
  id: row.id,
  to: row.to,
  at: row.createdAt.toISOString(),
  sent: row.sentAt !== null,
  ...(await textOf(row)),
})
