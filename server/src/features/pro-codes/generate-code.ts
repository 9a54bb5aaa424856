import { randomInt } from 'node:crypto'
import { luhnDigit } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'

const randomDigits = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** A code that nobody can guess: 15 digits, each as likely as any other, and the check digit. In two draws: one reaches to 2^48 alone. */
export const generateCode = (): string => {
  const digits = randomDigits(8) + randomDigits(7)
  return digits + luhnDigit(digits)
}
