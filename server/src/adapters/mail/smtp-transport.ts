import { createTransport } from 'nodemailer'
import type { MailTransport } from '../../ports/mail-transport.ts'

/** Hands mails to an SMTP server. The message id is the mail's own, so that a mail sent twice is known as one. */
export const smtpTransport = (url: string, from: string): MailTransport => {
  const smtp = createTransport(url)
  return {
    keepsTexts: false,
    async send({ id, to, subject, text, html, attachments }) {
      const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
      await smtp.sendMail({ from, to, subject, text, html, attachments: files, messageId: `<${id}@vigilux>` })
    },
  }
}

/** The demo has no mail server: its outbox page shows the rows themselves. */
export const outboxPageTransport: MailTransport = { keepsTexts: true, send: async () => undefined }
