import { failureOf } from '../../shared/api/api-failure.ts'

/** Another person's texts of a lamp. */
export type ConflictingText = { description: string; location: string; version: number }

/** The other person's texts, if they caused the refusal of a place. */
export const findConflictingText = (error: unknown): ConflictingText | undefined => {
  const { code, details } = failureOf(error)
  const { now } = (details ?? {}) as { now?: ConflictingText }
  if (code !== 'CHANGED_MEANWHILE' || !now) return undefined
  const { description, location, version } = now
  return { description, location, version }
}
