import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { AccessTokenRow } from './access-tokens.store.ts'

/** When and why a token ended; null for a valid one. */
export const tokenEndOf = (
  { expiresAt, endedAt, endReason }: Pick<AccessTokenRow, 'expiresAt' | 'endedAt' | 'endReason'>,
  now: Date,
): AccessToken['end'] => {
  if (endedAt !== null && endReason !== null && endedAt < expiresAt)
    return { at: endedAt.toISOString(), reason: endReason }
  return expiresAt <= now ? { at: expiresAt.toISOString(), reason: 'expired' } : null
}
