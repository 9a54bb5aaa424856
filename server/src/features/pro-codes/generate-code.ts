import { randomInt } from 'node:crypto'
import { luhnDigit } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'

const randomDigits = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** Generates a code: 15 uniformly random digits and a check digit. Two draws, as one is limited to 2^48. */
export const generateCode = (): string => {
  const digits = randomDigits(8) + randomDigits(7)
  return digits + luhnDigit(digits)
}
