import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { Mail, MailRequest } from '../../ports/mail.ts'
import { findCaller } from './profiles.store.ts'

export type MailPersonParts = {
  inTransaction: InTransaction
  mail: Mail
}

/** What a person is told by mail of what was done. */
type PersonMail = { template: MailRequest['template']; values?: Record<string, string> }

/** Mails something about the account to the person whose it is, in their language. */
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
 * Does something to the ways in which a person signs in; says by mail what it was, and tells open browsers. `seen` is told
 * open browsers alone, `quiet` nobody, null is not done; false for that.
 */
export const changeSignInAndMail = async (
  parts: MailPersonParts,
  userId: string,
  change: (tx: Tx) => Promise<PersonMail | 'seen' | 'quiet' | null>,
): Promise<boolean> => {
  let isDone = false
  await parts.inTransaction(async (work) => {
    const said = await change(work.tx)
    isDone = said !== null
    if (said === null || said === 'quiet') return
    if (said !== 'seen') await mailPerson(work.tx, parts, userId, said)
    work.broadcast({ user: userId }, 'signInMethods', { userid: userId })
  })
  return isDone
}
