import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../kernel/transaction.ts'
import { usedChallengeTable } from '../../tables/accounts.schema.ts'

/** Purpose of a challenge: any sign-in, or a new passkey of this person. */
export type ChallengePurpose = 'sign-in' | `add ${string}`

/** Validity of a challenge in minutes: a sign-in page with passkeys requests another one in time. */
const minutes = 10
const [randomLength, timeLength, macLength] = [16, 6, 16]

/**
 * Challenges for passkeys. Each contains its expiry and a proof of origin, so issuing one writes no row; a correct
 * answer writes a row to invalidate it.
 */
export const openChallenges = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux passkey challenges', 32))
  const macOf = (content: Buffer, purpose: ChallengePurpose) =>
    createHmac('sha256', key).update(content).update(purpose).digest().subarray(0, macLength)
  return {
    make(purpose: ChallengePurpose, now: Date): Buffer {
      const until = Buffer.alloc(timeLength)
      until.writeUIntBE(now.getTime() + minutes * 60_000, 0, timeLength)
      const content = Buffer.concat([randomBytes(randomLength), until])
      return Buffer.concat([content, macOf(content, purpose)])
    },
    isOurs(purpose: ChallengePurpose, challenge: string, now: Date): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== randomLength + timeLength + macLength) return false
      const content = bytes.subarray(0, randomLength + timeLength)
      return (
        timingSafeEqual(bytes.subarray(content.length), macOf(content, purpose)) &&
        content.readUIntBE(randomLength, timeLength) > now.getTime()
      )
    },
  }
}
export type Challenges = ReturnType<typeof openChallenges>

/** Consumes an answered challenge; false if it was consumed before. */
export const consumeChallenge = async (tx: Tx, challenge: string, now: Date): Promise<boolean> => {
  const hash = createHash('sha256').update(challenge).digest('hex')
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const usedRows = await tx.insert(usedChallengeTable).values({ hash, expiresAt }).onConflictDoNothing().returning()
  return usedRows.length > 0
}
