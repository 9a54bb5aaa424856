export type MailAttachment = { name: string; type: string; content: Buffer }

/** How mails leave the house. */
export type MailTransport = {
  send(mail: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    attachments: MailAttachment[]
  }): Promise<void>
  /** Whether sent texts stay readable: only in the demo, whose outbox page is the mail box. */
  keepsTexts: boolean
}
