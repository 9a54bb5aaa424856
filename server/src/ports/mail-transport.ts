export type MailAttachment = { name: string; type: string; content: Buffer }

/** A mail that was not taken: what was answered, and whether asking again is of no use. */
export class MailFailure extends Error {
  readonly answer: string
  readonly isFinal: boolean

  constructor(answer: string, isFinal: boolean, options?: ErrorOptions) {
    super(answer, options)
    this.name = 'MailFailure'
    this.answer = answer
    this.isFinal = isFinal
  }
}

/** How mails leave the house. */
export type MailTransport = {
  /** Answers what the other side said when it took the mail, or throws {@link MailFailure}. */
  send(mail: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    attachments: MailAttachment[]
    /** Where mails of this kind are ended by one request, without signing in. */
    unsubscribeUrl?: string | undefined
  }): Promise<string>
  /** Whether sent texts stay readable: only in the demo, whose outbox page is the mail box. */
  keepsTexts: boolean
}
