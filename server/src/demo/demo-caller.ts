import { findCaller, findUserByEmail } from '../features/accounts/index.ts'
import type { User } from '../kernel/caller.ts'
import type { Tx } from '../kernel/transaction.ts'
import { type DemoAccount, demoEmail } from './demo-accounts.ts'

/** A demo account as caller, without a session of its own. Null if the database has no such account. */
export const findDemoCaller = async (db: Tx, account: Pick<DemoAccount, 'name'>): Promise<User | null> => {
  const user = await findUserByEmail(db, demoEmail(account))
  return user ? findCaller(db, user.id, 'demo') : null
}
