import type { Tx } from '../../../kernel/transaction.ts'
import type { FlowRequest } from '../../../ports/account-flows.ts'
import { domainOf, findCompany } from './companies.store.ts'

/**
 * The company with a required sign-in, or null if the domain has no company or passwords stay allowed. Only the domain
 * decides, so the answer does not reveal whether an address has an account.
 */
export const requiresCompanySignIn = async (tx: Tx, email: string): Promise<{ company: string } | null> => {
  const found = await findCompany(tx, domainOf(email))
  return found && !found.passwords ? { company: found.name } : null
}

/** Refuses password flows for an address whose company has disabled passwords. */
export const refusePasswordSignIn = async (
  request: FlowRequest<'COMPANY_SIGN_IN_ONLY'>,
  tx: Tx,
  email: string,
): Promise<void> => {
  const requiredCompany = await requiresCompanySignIn(tx, email)
  if (requiredCompany) request.fail('COMPANY_SIGN_IN_ONLY', requiredCompany)
}
