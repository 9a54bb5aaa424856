import { email, personName } from '@vigilux/contract/features/accounts/account.ts'
import type { CompanyClaims } from '../../../ports/company-provider.ts'
import { type CompanyRow, domainOf } from './companies.store.ts'

type ClaimNames = Pick<CompanyRow, 'verifiedClaim' | 'nameClaim' | 'surnameClaim'>

/** Providers express true in several ways; every other value is false. */
const isTrueClaim = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** The provider's verified address; null if missing, malformed or not declared verified. */
export const verifiedAddress = (claims: CompanyClaims, { verifiedClaim }: ClaimNames): string | null => {
  const read = email.safeParse(claims.email)
  return read.success && isTrueClaim(claims[verifiedClaim]) ? read.data : null
}

const cleanName = (value: unknown): string | undefined => {
  const read = personName.safeParse(value)
  return read.success ? read.data : undefined
}

/**
 * A name from the part before the domain: an account without any name could not be listed. The person can change it.
 */
const fromAddress = (address: string): string => {
  const nameText = address
    .slice(0, address.lastIndexOf('@'))
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .slice(0, 80)
    .trim()
  return nameText === '' ? (cleanName(domainOf(address).replaceAll(/[^\p{L}]+/gu, ' ')) ?? 'N.N.') : nameText
}

/** Name and surname from the provider; missing parts come from the full name, or from the address. */
export const nameOfPerson = (
  claims: CompanyClaims,
  { nameClaim, surnameClaim }: ClaimNames,
  address: string,
): { name: string; surname: string } => {
  const nameParts = cleanName(claims.name)?.split(/\s+/) ?? []
  const name = cleanName(claims[nameClaim]) ?? cleanName(nameParts[0]) ?? fromAddress(address)
  const surname = cleanName(claims[surnameClaim]) ?? cleanName(nameParts.slice(1).join(' ')) ?? fromAddress(address)
  return { name, surname }
}
