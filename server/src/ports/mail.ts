import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../kernel/transaction.ts'

/** A mail to one person, by the name of its text in server/src/locales. */
export type MailRequest = {
  to: string
  language: Language
  template:
    | 'verificationCode'
    | 'passwordReset'
    | 'invitation'
    | 'accountVerified'
    | 'accountRefused'
    | 'accountSuspended'
    | 'secondFactorOn'
    | 'secondFactorOff'
    | 'recoveryCodesRenewed'
    | 'recoveryCodeUsed'
    | 'companyJoined'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'emailChangeCurrent'
    | 'emailChangeNew'
    | 'emailInUse'
    | 'emailChanged'
    | 'plantReport'
    | 'accessEnds'
    | 'memberEnds'
    | 'tokenEnds'
    | 'plantTokenEnds'
    | 'ownerNoAdministrator'
    | 'officeNoAdministrator'
    | 'notice'
    | 'escalation'
    | 'week'
    | 'officeInvitation'
  values: Record<string, string>
  /** Id of an attached file, if it is still stored. */
  attachment?: string
}

/** Mails are stored as rows, and sent once after COMMIT. */
export type Mail = {
  /** Returns the id of the mail. */
  send(tx: Tx, mail: MailRequest): Promise<string>
  /** Cancels unsent mails by their ids; returns the canceled ones. */
  withdraw(tx: Tx, ids: string[]): Promise<string[]>
}
