import { luhnDigit } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { findUserByEmail } from '../features/accounts/index.ts'
import { saveCodes } from '../features/pro-codes/index.ts'
import { fail } from '../kernel/refusal.ts'
import type { Tx } from '../kernel/transaction.ts'
import type { Ports } from '../ports/ports.ts'
import { demoEmail } from './demo-accounts.ts'

/** Pro codes of the demo's office: enough to activate a plant and to renew it. */
const monthsOfCodes = [12, 24, 36, 60] as const

/**
 * The digits of one code of this demo, derived from its generated secret: the same at each start, stored nowhere, and
 * invalid elsewhere.
 */
const digitsOf = (n: number, { codeSeal }: Pick<Ports, 'codeSeal'>): string => {
  const digits = String(BigInt(`0x${codeSeal(`demo ${n}`)}`) % 10n ** 15n).padStart(15, '0')
  return digits + luhnDigit(digits)
}

/** Gives the office some codes to try, and returns their digits. Used ones stay used. */
export const saveDemoCodes = async (tx: Tx, ports: Pick<Ports, 'codeSeal' | 'clock'>): Promise<string[]> => {
  const office = (await findUserByEmail(tx, demoEmail({ name: 'nto' }))) ?? fail('UserNotFoundException')
  const codes = monthsOfCodes.map((_, n) => digitsOf(n, ports))
  for (const [n, months] of monthsOfCodes.entries()) {
    const maker = { madeBy: office.id, madeByName: office.name }
    const codeBatch = { months, reference: 'Demo', madeAt: ports.clock.now(), ...maker }
    await saveCodes(tx, ports.codeSeal, codeBatch, [codes[n] ?? ''])
  }
  return codes
}
