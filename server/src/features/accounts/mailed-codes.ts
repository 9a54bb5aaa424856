import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { verificationCodeValidity } from '@vigilux/contract/features/accounts/account.ts'

/**
 * Codes to prove an address. Six digits are quickly brute-forced, so the stored seal uses a key outside of the
 * database.
 */
export const openMailedCodes = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux mailed codes', 32))
  const seal = (code: string, userId: string, email: string): string =>
    createHmac('sha256', key).update(`${userId} ${email} ${code}`).digest('hex')
  const { digits } = verificationCodeValidity
  return {
    make: (): string => String(randomInt(10 ** digits)).padStart(digits, '0'),
    /** The seal of a code for this person and this address. */
    seal,
    isRight(storedSeal: string | null, code: string, userId: string, email: string): boolean {
      return storedSeal !== null && timingSafeEqual(Buffer.from(storedSeal), Buffer.from(seal(code, userId, email)))
    },
  }
}
export type MailedCodes = ReturnType<typeof openMailedCodes>
