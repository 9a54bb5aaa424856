import { MailFailure, type MailTransport } from '../../ports/mail-transport.ts'

/** Milliseconds of silence after which the server is given up for this attempt; the mail is retried. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, dnsTimeout: 20_000, socketTimeout: 60_000 }

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Whether the mail server reports an unknown mailbox, or one accepting nothing. Any other refusal, such as a missing
 * permission to relay, is for the operator to fix, and the mail is retried.
 */
const isPermanent = ({ command, responseCode = 0, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' && responseCode >= 550 && responseCode <= 553 && !/\b5\.7\.\d/.test(response)

/** Sends mails to an SMTP server. The message id is the mail's id, to recognize a mail sent twice. */
export const smtpTransport = (url: string, from: string): MailTransport => {
  const open = async () => {
    // Loaded with the first mail: a demo has no mail server, and never needs it.
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...timeouts })
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    keepsTexts: false,
    async send({ id, to, subject, text, html, attachments, unsubscribeUrl }) {
      const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
      const headers = {
        // Nobody's holiday notice answers a mail of the product (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }
      const mail = {
        from,
        to,
        subject,
        text,
        html,
        attachments: files,
        messageId: `<${id}@vigilux>`,
        headers,
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
      }
      try {
        opened ??= open()
        const { response } = await (await opened).sendMail(mail)
        return response
      } catch (error) {
        const failure = error as SmtpError
        throw new MailFailure(failure.response ?? failure.code ?? '', isPermanent(failure), { cause: error })
      }
    },
  }
}

/** The demo has no mail server: its outbox page shows the rows. */
export const outboxPageTransport: MailTransport = { keepsTexts: true, send: async () => '' }
