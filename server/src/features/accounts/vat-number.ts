import type { AccountKind } from '@vigilux/contract/features/accounts/account.ts'
import { checkVAT, countries } from 'jsvat'
import { fail } from '../../kernel/refusal.ts'

/** Greece writes its numbers with a prefix that is not its ISO code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * Whether this can be a VAT number of that country, by its form and check digits, with or without the prefix. A country
 * whose rule nobody knows, or none, is no reason to refuse: the form alone was checked then.
 */
export const isVatNumberOf = (country: string, number: string): boolean => {
  const rules = countries.filter(({ codes }) => country === '' || codes[0] === country)
  if (country === '' && !/^[A-Z]{2}/.test(number)) return true
  return (
    rules.length === 0 || [number, `${prefixOf(country)}${number}`].some((written) => checkVAT(written, rules).isValid)
  )
}

type Given = { kind: AccountKind; piva: string; address: { country: string } }

/** Refuses a number that is none of the country of the address. A person need not give one. */
export const refuseWrongVatNumber = ({ piva, address }: Given): void => {
  if (piva !== '' && !isVatNumberOf(address.country, piva))
    fail('INVALID_INPUT', { fields: [{ path: 'piva', code: 'vat_number' }] })
}
