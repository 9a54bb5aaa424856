import type { TimeStampResult } from './time-stamp.ts'

/** Key of the trusted server: 32 bytes as base64url, with its first and last instant; `until` is null while in use. */
export type KnownKey = { publicKey: string; since: string; until: string | null }

/**
 * `inUse`: the server signs with the key. `retired`: it stopped, and a known authority stamped the file before.
 * `retiredUnstamped`: it stopped, and only the file itself dates from before.
 */
export type KeyState = 'inUse' | 'retired' | 'retiredUnstamped'

/** State of the key of a file, or `keyNotInUse` if the file is dated or stamped outside the time of the key. */
export const keyStateOf = (
  { since, until }: KnownKey,
  exportedAt: string,
  stamp: TimeStampResult | null,
): KeyState | 'keyNotInUse' => {
  const isAfterEnd = (at: string): boolean => until !== null && Date.parse(at) > Date.parse(until)
  const stampedAt = stamp?.state === 'known' ? stamp.at : null
  if (Date.parse(exportedAt) < Date.parse(since) || isAfterEnd(exportedAt)) return 'keyNotInUse'
  if (stampedAt !== null && isAfterEnd(stampedAt)) return 'keyNotInUse'
  if (until === null) return 'inUse'
  return stampedAt === null ? 'retiredUnstamped' : 'retired'
}
