import { luhnDigit } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { findUserByEmail } from '../features/accounts/index.ts'
import { saveCodes } from '../features/pro-codes/index.ts'
import { fail } from '../kernel/refusal.ts'
import type { Tx } from '../kernel/transaction.ts'
import type { Ports } from '../ports/ports.ts'
import { demoEmail } from './demo-accounts.ts'

/** Codes of the demo's office: enough to activate a plant and to renew it. */
const monthsOfCodes = [12, 24, 36, 60] as const

/**
 * The digits of one code of this demo: they follow from the secret that it made for itself, so they are the same at each start, kept
 * nowhere, and good nowhere else.
 */
const digitsOf = (n: number, { codeSeal }: Pick<Ports, 'codeSeal'>): string => {
  const digits = String(BigInt(`0x${codeSeal(`demo ${n}`)}`) % 10n ** 15n).padStart(15, '0')
  return digits + luhnDigit(digits)
}

/** Gives the office some codes that anybody may try, and answers their digits. One that was used stays so. */
export const saveDemoCodes = async (tx: Tx, ports: Pick<Ports, 'codeSeal' | 'clock'>): Promise<string[]> => {
  const office = (await findUserByEmail(tx, demoEmail({ name: 'nto' }))) ?? fail('UserNotFoundException')
  const codes = monthsOfCodes.map((_, n) => digitsOf(n, ports))
  for (const [n, months] of monthsOfCodes.entries()) {
    const by = { madeBy: office.id, madeByName: office.name }
    const made = { months, reference: 'Demo', madeAt: ports.clock.now(), ...by }
    await saveCodes(tx, ports.codeSeal, made, [codes[n] ?? ''])
  }
  return codes
}
