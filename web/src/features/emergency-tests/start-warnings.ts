import { failureOf } from '../../shared/api/api-failure.ts'

/** A question of the server before it starts an autonomy test. */
export type StartWarning = {
  /**
   * How many lamps were discharged, by a test or a mains failure, and until when; null when their batteries are
   * charged.
   */
  discharged: { by: 'test' | 'mains'; until: string; lamps: number } | null
  bothTestGroups: boolean
}

type Details = { by?: 'test' | 'mains'; until?: string; lamps?: number; bothTestGroups?: object }

/** The warnings in a refusal; null for a plain refusal. */
export function warningOf(error: unknown): StartWarning | null {
  const { code, details } = failureOf(error)
  if (code === 'BOTH_TEST_GROUPS') return { discharged: null, bothTestGroups: true }
  if (code !== 'BATTERIES_NOT_CHARGED') return null
  const { by: cause, until, lamps, bothTestGroups } = (details ?? {}) as Details
  if (!cause || !until || lamps === undefined) return null
  return { discharged: { by: cause, until, lamps }, bothTestGroups: bothTestGroups !== undefined }
}
