import { fail } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { domainOf, findCompany } from './companies.store.ts'

/**
 * The company whose people sign in there alone, or null: for an address of a domain without one, or where passwords go on. The domain decides, so that nobody
 * learns by it whether an address has an account.
 */
export const requiresCompanySignIn = async (tx: Tx, email: string): Promise<{ company: string } | null> => {
  const found = await findCompany(tx, domainOf(email))
  return found && !found.passwords ? { company: found.name } : null
}

/** Refuses what is done by a password of ours for an address whose company has switched them off. */
export const refusePasswordSignIn = async (tx: Tx, email: string): Promise<void> => {
  const alone = await requiresCompanySignIn(tx, email)
  if (alone) fail('COMPANY_SIGN_IN_ONLY', alone)
}
