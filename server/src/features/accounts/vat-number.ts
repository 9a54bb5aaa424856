import type { AccountKind } from '@vigilux/contract/features/accounts/account.ts'
import { checkVAT, countries } from 'jsvat'
import type { Fail } from '../../kernel/refusal.ts'

/** Greece's VAT prefix differs from its ISO code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * Whether a VAT number is valid for a country by form and check digits, with or without the prefix. A country with an
 * unknown rule, or none, is accepted: only the form was checked then.
 */
export const isVatNumberOf = (country: string, number: string): boolean => {
  const rules = countries.filter(({ codes }) => country === '' || codes[0] === country)
  if (country === '' && !/^[A-Z]{2}/.test(number)) return true
  return (
    rules.length === 0 ||
    [number, `${prefixOf(country)}${number}`].some((vatNumber) => checkVAT(vatNumber, rules).isValid)
  )
}

type VatOwner = { kind: AccountKind; piva: string; address: { country: string } }

/** Refuses a number invalid for the country of the address. The number is optional. */
export const refuseWrongVatNumber = (
  work: { readonly fail: Fail<'INVALID_INPUT'> },
  { piva, address }: VatOwner,
): void => {
  if (piva !== '' && !isVatNumberOf(address.country, piva))
    work.fail('INVALID_INPUT', { fields: [{ path: 'piva', code: 'vat_number' }] })
}
