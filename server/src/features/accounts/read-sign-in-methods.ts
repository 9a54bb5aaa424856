import type { SignInMethods } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findCompanyOfPerson } from './company/companies.store.ts'
import { requiresCompanySignIn } from './company/company-sign-in-rule.ts'
import { findEmailChange } from './email/email-change.store.ts'
import { hasPassword, listPasskeys } from './factors/passkeys.store.ts'
import { findFactorState } from './factors/second-factor.store.ts'
import { findCaller } from './profiles.store.ts'

/** The sign-in methods of a person, as shown to the person; null without such an account. */
export const readSignInMethods = async (
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<SignInMethods | null> => {
  const factor = await findFactorState(tx, userId)
  const person = await findCaller(tx, userId, '')
  if (!person) return null
  const companyLink = await findCompanyOfPerson(tx, userId)
  const requiredCompany = await requiresCompanySignIn(tx, person.email)
  const emailChange = await findEmailChange(tx, userId, now)
  return {
    email: person.email,
    new_email: emailChange ? { email: emailChange.email, until: emailChange.expiresAt.toISOString() } : null,
    password: await hasPassword(tx, userId),
    passkeys: (await listPasskeys(tx, userId)).map((row) => ({
      passkey_id: row.id,
      name: row.name,
      added_at: row.addedAt.toISOString(),
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
    })),
    company: companyLink
      ? { name: companyLink.company.name, since: companyLink.since.toISOString(), only: requiredCompany !== null }
      : null,
    second_factor: factor && { since: factor.since.toISOString(), recovery_codes_left: factor.codesLeft },
  }
}
