import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { Mail, MailRequest } from '../../ports/mail.ts'
import { findCaller } from './profiles.store.ts'

export type MailPersonParts = {
  inTransaction: InTransaction
  mail: Mail
}

/** A mail about a change to the account. */
type PersonMail = { template: MailRequest['template']; values?: Record<string, string> }

/** Mails the person about the account, in the person's language. */
export const mailPerson = async (
  tx: Tx,
  { mail }: Pick<MailPersonParts, 'mail'>,
  userId: string,
  { template, values = {} }: PersonMail,
): Promise<void> => {
  const person = await findCaller(tx, userId, '')
  if (person) await mail.send(tx, { to: person.email, language: person.language, template, values })
}

/**
 * Changes the sign-in methods of a person, then sends a mail and notifies open browsers. `seen` only notifies open
 * browsers, `quiet` nobody; null means not done, and returns false.
 */
export const changeSignInAndMail = async (
  parts: MailPersonParts,
  userId: string,
  change: (tx: Tx) => Promise<PersonMail | 'seen' | 'quiet' | null>,
): Promise<boolean> => {
  let isChanged = false
  await parts.inTransaction(async (work) => {
    const mail = await change(work.tx)
    isChanged = mail !== null
    if (mail === null || mail === 'quiet') return
    if (mail !== 'seen') await mailPerson(work.tx, parts, userId, mail)
    work.broadcast({ user: userId }, 'signInMethods', { userid: userId })
  })
  return isChanged
}
