import type { AccountKind, VatCheck } from '@vigilux/contract/features/accounts/account.ts'
import { checkVAT, countries } from 'jsvat'
import type { Fail } from '../../kernel/refusal.ts'

/** Greece's VAT prefix differs from its ISO code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Checks a number by form and check digits, with or without the prefix; without a known country only its form. */
const checkNumber = (country: string, number: string): Exclude<VatCheck, 'missing'> => {
  const rules = countries.filter(({ codes }) => country === '' || codes[0] === country)
  if (rules.length === 0 || (country === '' && !/^[A-Z]{2}/.test(number))) return 'unchecked'
  const spellings = [number, `${prefixOf(country)}${number}`]
  return spellings.some((vatNumber) => checkVAT(vatNumber, rules).isValid) ? 'valid' : 'wrong'
}

/** Whether nothing is wrong with a VAT number of a country. */
export const isVatNumberOf = (country: string, number: string): boolean => checkNumber(country, number) !== 'wrong'

type VatOwner = { kind: AccountKind; piva: string; address: { country: string } }

/** The check of an account's number, for the office. */
export const checkVatOf = ({ kind, piva, address }: VatOwner): VatCheck | null => {
  if (piva === '') return kind === 'company' ? 'missing' : null
  return checkNumber(address.country, piva)
}

/** Refuses a number invalid for the country of the address. The number is optional. */
export const refuseWrongVatNumber = (
  work: { readonly fail: Fail<'INVALID_INPUT'> },
  { piva, address }: VatOwner,
): void => {
  if (piva !== '' && !isVatNumberOf(address.country, piva))
    work.fail('INVALID_INPUT', { fields: [{ path: 'piva', code: 'vat_number' }] })
}
