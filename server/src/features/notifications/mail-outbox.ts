import { buffer } from 'node:stream/consumers'
import { type StartBackground, stopsWithJobs } from '../../kernel/background.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Jobs } from '../../ports/jobs.ts'
import type { Mail } from '../../ports/mail.ts'
import type { MailAttachment } from '../../ports/mail-transport.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import { findFile, isKept } from '../files/index.ts'
import { findMail, insertMail, type MailRow, markSent } from './mails.store.ts'
import { renderMail } from './render-mail.ts'

const textOf = (row: MailRow) => renderMail(row)

/** Keeps a mail and the job that sends it in the caller's own transaction. */
export const createMailOutbox = (jobs: Jobs<ProductJobs>, clock: Clock): Mail => ({
  async send(tx, mail) {
    const mailId = await insertMail(tx, mail, clock.now())
    await jobs.enqueue(tx, 'mail.send', { mailId })
  },
})

/** Sends what waits. A mail that was sent before is not sent again; one that cannot be sent stays and is tried again. */
export const startMailSender: StartBackground = async ({ ports, db, transport }) => {
  const attachmentsOf = async (fileId: string): Promise<MailAttachment[]> => {
    const file = await findFile(db, fileId)
    const content = file && isKept(file, ports.clock.now()) ? await ports.files.get(file.id) : null
    // Its time may be over before the mail could be sent: its page is named in the text.
    return file && content ? [{ name: file.name, type: file.type, content: await buffer(content) }] : []
  }
  await ports.jobs.work('mail.send', async ({ data }) => {
    const row = await findMail(db, data.mailId)
    if (!row || row.sentAt !== null) return
    const attachments = row.attachment ? await attachmentsOf(row.attachment) : []
    await transport.send({ id: row.id, to: row.to, ...(await textOf(row)), attachments })
    await markSent(db, row.id, ports.clock.now(), transport.keepsTexts)
  })
  return stopsWithJobs
}

/** A mail as it reads, for the demo's outbox page. */
export const readMail = async (row: MailRow) => ({
  id: row.id,
  to: row.to,
  at: row.createdAt.toISOString(),
  sent: row.sentAt !== null,
  ...(await textOf(row)),
})
