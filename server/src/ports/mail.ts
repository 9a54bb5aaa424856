import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../kernel/transaction.ts'

/** A mail to one person, by the name of its text; the text itself is in server/src/locales. */
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
    | 'ownerNoAdministrator'
    | 'officeNoAdministrator'
    | 'notice'
    | 'escalation'
  values: Record<string, string>
  /** The id of a stored file that goes with it, while that is kept. */
  attachment?: string
}

/** Mails are rows first and leave after COMMIT, once. */
export type Mail = {
  /** Answers the id of the mail. */
  send(tx: Tx, mail: MailRequest): Promise<string>
  /** Gives up what was not sent yet, by its ids; returns which that was. */
  withdraw(tx: Tx, ids: string[]): Promise<string[]>
}
