import { failureOf } from '../../shared/api/api-failure.ts'

/** What the server asks before it starts an autonomy test. */
export type StartWarning = {
  /** By what and until when how many lamps were discharged; null where their batteries are charged. */
  discharged: { by: 'test' | 'mains'; until: string; lamps: number } | null
  bothTestGroups: boolean
}

type Details = { by?: 'test' | 'mains'; until?: string; lamps?: number; bothTestGroups?: object }

/** What a refusal asks; null where it is a plain no. */
export function warningOf(error: unknown): StartWarning | null {
  const { code, details } = failureOf(error)
  if (code === 'BOTH_TEST_GROUPS') return { discharged: null, bothTestGroups: true }
  if (code !== 'BATTERIES_NOT_CHARGED') return null
  const { by, until, lamps, bothTestGroups } = (details ?? {}) as Details
  if (!by || !until || lamps === undefined) return null
  return { discharged: { by, until, lamps }, bothTestGroups: bothTestGroups !== undefined }
}
