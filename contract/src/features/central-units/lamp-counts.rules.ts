import type { UnitTypeFacts, UnitWarning } from './central-unit.ts'

/** Warnings that the platform derives from the counts of lamps; what a unit says of them is not heard. */
export const lampCountWarnings = [
  'more_than_32_lamps',
  'more_than_128_lamps',
  'fewer_lamps_than_configured',
  'more_lamps_than_configured',
] as const satisfies UnitWarning[]

const isLampCountWarning = (code: UnitWarning): boolean => lampCountWarnings.some((one) => one === code)

/** What a unit says of itself without what the platform works out from the counts. */
export const withoutLampCountWarnings = (reported: readonly UnitWarning[]): UnitWarning[] =>
  reported.filter((code) => !isLampCountWarning(code))

/** Lamps of a unit: found by its search, in its list, and configured by hand; null where nobody has configured a number. */
export type LampCounts = { found: number; present: number; configured: number | null; search: SearchState }
type SearchState = 'none' | 'inProgress' | 'completed'

const warningByLimit = { 32: 'more_than_32_lamps', 128: 'more_than_128_lamps' } as const

/**
 * What the counts of a unit's lamps give cause to warn of. A search may find more than the list has places for, and a list
 * that was written by hand was found by no search: the greater of both is what is there. While a search is under way, and
 * before there was anything to be found, no number is compared with the configured one.
 */
export const lampCountWarningsOf = (
  { found, present, configured, search }: LampCounts,
  limit: UnitTypeFacts['lampCountWarning'],
): UnitWarning[] => {
  const there = Math.max(found, present)
  const warnings: UnitWarning[] = limit !== null && there > limit ? [warningByLimit[limit]] : []
  const isKnown = search === 'completed' || (search === 'none' && there > 0)
  if (configured === null || !isKnown || there === configured) return warnings
  return [...warnings, there < configured ? 'fewer_lamps_than_configured' : 'more_lamps_than_configured']
}
