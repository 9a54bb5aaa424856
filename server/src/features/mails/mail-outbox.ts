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

/** Saves a mail and its send job in the caller's transaction. */
export const createMailOutbox = (jobs: Jobs<ProductJobs>, clock: Clock): Mail => ({
  async send(tx, mail) {
    const mailId = await insertMail(tx, mail, clock.now())
    await jobs.enqueue(tx, 'mail.send', { mailId })
    return mailId
  },
  withdraw: (tx, ids) => giveUpMails(tx, ids, clock.now()),
})

/** How long sending a mail is retried. */
const maxRetryMs = 7 * 86_400_000
const maxAnswerLength = 200

/** A mail server's answer on one line, without its frequent addresses. */
const maskAddresses = (answer: string): string =>
  answer
    .replace(/<?[^\s<>]+@[^\s<>]+>?/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength)

/** A mail about to be sent. */
export type MailToSend = Pick<MailRow, 'id' | 'attachment'>

type SenderParts = Pick<BackgroundParts, 'ports' | 'db' | 'transport'> & {
  /** Withdraws a mail right before it is sent when its receiver may not read it any more. */
  lastLook(mail: MailToSend): Promise<void>
}

const attachmentsOf = async ({ ports, db }: SenderParts, fileId: string): Promise<MailAttachment[]> => {
  const file = await findFile(db, fileId)
  const content = file && isAvailable(file, ports.clock.now()) ? await ports.files.get(file.id) : null
  // The file may have expired before the mail is sent; the text links to its page.
  return file && content ? [{ name: file.name, type: file.type, content: await buffer(content) }] : []
}

/**
 * Sends a mail unless it was sent before. A failed mail is retried until the server refuses it for good or it is too
 * old; then its outcome is recorded.
 */
export const sendMail = async (parts: SenderParts, mailId: string): Promise<void> => {
  const { ports, db, transport } = parts
  const storedMail = await findMail(db, mailId)
  if (storedMail) await parts.lastLook(storedMail)
  const row = storedMail && (await findMail(db, mailId))
  if (!row || row.sentAt !== null || row.givenUpAt !== null) return
  const attachments = row.attachment ? await attachmentsOf(parts, row.attachment) : []
  const { unsubscribeUrl } = row.values
  const mail = { id: row.id, to: row.to, ...(await textOf(row)), attachments, unsubscribeUrl }
  try {
    const answer = maskAddresses(await transport.send(mail))
    await markSent(db, row.id, { at: ports.clock.now(), answer, retainValues: transport.keepsTexts })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const now = ports.clock.now()
    const isOver = error.isFinal || now.getTime() - row.createdAt.getTime() > maxRetryMs
    await recordMailFailure(db, row.id, maskAddresses(error.answer), isOver ? now : null)
    if (!isOver) throw error
  }
}

/** Sends queued mails. */
export const mailWorker =
  (...checks: ((parts: BackgroundParts, mail: MailToSend) => Promise<void>)[]): StartupHook =>
  async (parts) => {
    const lastLook = async (mail: MailToSend) => {
      for (const runCheck of checks) await runCheck(parts, mail)
    }
    const sender = { ...parts, lastLook }
    await parts.ports.jobs.work('mail.send', ({ data }) => sendMail(sender, data.mailId))
  }

/** A mail as its receiver reads it, for the demo's outbox page. */
export const readMail = async (row: MailRow) => ({
  id: row.id,
  to: row.to,
  at: row.createdAt.toISOString(),
  sent: row.sentAt !== null,
  ...(await textOf(row)),
})
