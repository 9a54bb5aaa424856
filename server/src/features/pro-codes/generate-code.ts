import { randomInt } from 'node:crypto'
import { luhnDigit } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'

const randomDigits = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** Generates an unguessable code: 15 uniformly random digits and a check digit. Two draws, because a single draw is limited to 2^48. */
export const generateCode = (): string => {
  const digits = randomDigits(8) + randomDigits(7)
  return digits + luhnDigit(digits)
}
