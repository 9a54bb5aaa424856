import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Jobs } from '../../ports/jobs.ts'
import type { Mail, MailRequest } from '../../ports/mail.ts'
import type { MailTransport } from '../../ports/mail-transport.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import { findMail, insertMail, type MailRow, markSent } from './mails.store.ts'
import { renderMail } from './render-mail.ts'

const textOf = (row: MailRow) =>
  renderMail({ ...row, language: row.language as Language, template: row.template as MailRequest['template'] })

/** Keeps a mail and the job that sends it in the caller's own transaction. */
export const createMailOutbox = (jobs: Jobs<ProductJobs>, clock: Clock): Mail => ({
  async send(tx, mail) {
    const mailId = await insertMail(tx, mail, clock.now())
    await jobs.enqueue(tx, 'mail.send', { mailId })
  },
})

/** Sends what waits. A mail that was sent before is not sent again; one that cannot be sent stays and is tried again. */
export const startMailSender = async (parts: {
  jobs: Jobs<ProductJobs>
  db: Tx
  clock: Clock
  transport: MailTransport
}): Promise<void> => {
  await parts.jobs.work('mail.send', async ({ data }) => {
    const row = await findMail(parts.db, data.mailId)
    if (!row || row.sentAt !== null) return
    await parts.transport.send({ id: row.id, to: row.to, ...(await textOf(row)) })
    await markSent(parts.db, row.id, parts.clock.now(), parts.transport.keepsTexts)
  })
}

/** A mail as it reads, for the demo's outbox page. */
export const readMail = async (row: MailRow) => ({
  id: row.id,
  to: row.to,
  at: row.createdAt.toISOString(),
  sent: row.sentAt !== null,
  ...(await textOf(row)),
})
