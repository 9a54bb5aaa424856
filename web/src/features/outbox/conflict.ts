import { failureOf } from '../../shared/api/api-failure.ts'

/** What somebody else has written of a lamp meanwhile. */
export type ConflictingText = { description: string; location: string; version: number }

/** What somebody else has written, where that is why a place was refused. */
export const findConflictingText = (error: unknown): ConflictingText | undefined => {
  const { code, details } = failureOf(error)
  const { now } = (details ?? {}) as { now?: ConflictingText }
  if (code !== 'CHANGED_MEANWHILE' || !now) return undefined
  const { description, location, version } = now
  return { description, location, version }
}
