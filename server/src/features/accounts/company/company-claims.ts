import { email, personName } from '@vigilux/contract/features/accounts/account.ts'
import type { CompanyClaims } from '../../../ports/company-provider.ts'
import { type CompanyRow, domainOf } from './companies.store.ts'

type ClaimNames = Pick<CompanyRow, 'verifiedClaim' | 'nameClaim' | 'surnameClaim'>

/** Providers say yes in more than one way. Whatever else they say is no. */
const isTrueClaim = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** The address that the provider says it has verified, or null: for one that is missing, none, or not said to be verified. */
export const verifiedAddress = (claims: CompanyClaims, { verifiedClaim }: ClaimNames): string | null => {
  const read = email.safeParse(claims.email)
  return read.success && isTrueClaim(claims[verifiedClaim]) ? read.data : null
}

const cleanName = (value: unknown): string | undefined => {
  const read = personName.safeParse(value)
  return read.success ? read.data : undefined
}

/** What stands before the domain, of which letters make a name that the person can change: an account without any could not be listed. */
const fromAddress = (address: string): string => {
  const letters = address
    .slice(0, address.lastIndexOf('@'))
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .slice(0, 80)
    .trim()
  return letters === '' ? (cleanName(domainOf(address).replaceAll(/[^\p{L}]+/gu, ' ')) ?? 'N.N.') : letters
}

/** Name and surname as the provider has them; what it does not have is made of the whole name, or of the address. */
export const nameOfPerson = (
  claims: CompanyClaims,
  { nameClaim, surnameClaim }: ClaimNames,
  address: string,
): { name: string; surname: string } => {
  const whole = cleanName(claims.name)?.split(/\s+/) ?? []
  const name = cleanName(claims[nameClaim]) ?? cleanName(whole[0]) ?? fromAddress(address)
  const surname = cleanName(claims[surnameClaim]) ?? cleanName(whole.slice(1).join(' ')) ?? fromAddress(address)
  return { name, surname }
}
