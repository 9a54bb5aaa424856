export type MailAttachment = { name: string; type: string; content: Buffer }

/** A refused mail: the answer, and whether a retry is useless. */
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

/** Sends mails out of the server. */
export type MailTransport = {
  /** Returns the answer with which the mail was accepted, or throws {@link MailFailure}. */
  send(mail: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    attachments: MailAttachment[]
    /** Unsubscribe URL for mails of this kind: one request, without signing in. */
    unsubscribeUrl?: string | undefined
  }): Promise<string>
  /** Whether sent texts stay readable: only in the demo, whose outbox page serves as mailbox. */
  keepsTexts: boolean
}
