import type { UnitTypeFacts, UnitWarning } from './central-unit.ts'

/** Warnings from the platform's own count of lamps; the unit's own are ignored. */
export const lampCountWarnings = [
  'more_than_32_lamps',
  'more_than_128_lamps',
  'fewer_lamps_than_configured',
  'more_lamps_than_configured',
] as const satisfies UnitWarning[]

const isLampCountWarning = (code: UnitWarning): boolean => lampCountWarnings.some((one) => one === code)

/** Reported warnings without those from lamp counts. */
export const withoutLampCountWarnings = (reported: readonly UnitWarning[]): UnitWarning[] =>
  reported.filter((code) => !isLampCountWarning(code))

/**
 * Lamps of a unit: found by its search, present in its list, and configured by hand; null without a configured number.
 */
export type LampCounts = { found: number; present: number; configured: number | null; search: SearchState }
type SearchState = 'none' | 'inProgress' | 'completed'

const warningByLimit = { 32: 'more_than_32_lamps', 128: 'more_than_128_lamps' } as const

/**
 * Warnings from the lamp counts of a unit, by the greater of found and present: a search can exceed the list, and a
 * typed list comes without a search. The configured number is not compared during a search, nor while the unit has no
 * lamps.
 */
export const lampCountWarningsOf = (
  { found, present, configured, search }: LampCounts,
  limit: UnitTypeFacts['lampCountWarning'],
): UnitWarning[] => {
  const lampCount = Math.max(found, present)
  const warnings: UnitWarning[] = limit !== null && lampCount > limit ? [warningByLimit[limit]] : []
  const isKnown = search === 'completed' || (search === 'none' && lampCount > 0)
  if (configured === null || !isKnown || lampCount === configured) return warnings
  return [...warnings, lampCount < configured ? 'fewer_lamps_than_configured' : 'more_lamps_than_configured']
}
