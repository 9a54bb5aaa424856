import type { EntryKind } from './entry-kinds.ts'
import type { LogbookFacts } from './logbook-facts.ts'

/** Day in the plant of an instant, such as `2026-03-02`. */
export type DayOf = (at: string) => string

/**
 * Entries of the platform about changes to drawings. A lamp or unit replaced in its place changes no drawing; neither
 * does a new floor plan or another name.
 */
export const installationEntryKinds = ['unitEnrolled', 'unitRemoved'] as const satisfies readonly EntryKind[]

/** Configuration changes with added or removed lamps, by `change` of the entry. */
export const installationChanges = [
  'newAcquisition',
  'appendLamps',
  'appendSerials',
  'overwriteSerials',
  'deleteLamps',
  'setLgSerialId',
  'deleteLgSerialId',
  'gatewayInsertMac',
  'gatewayRemove',
] as const

/**
 * Start of the time with drawings out of date; null if they are current, or if there are none. Drawings cover the
 * alterations until their date. Earlier records of the platform are covered too: units are often enrolled long after
 * they were installed and drawn.
 */
export const findUndrawnChange = (
  { alterations, installationChanges: changes, drawings }: LogbookFacts,
  dayOf: DayOf,
): string | null => {
  if (drawings === null) return null
  const isAfterDate = (at: string) => dayOf(at) > drawings.dated
  const alteration = alterations.find(isAfterDate)
  const change = changes.find((at) => isAfterDate(at) && at > drawings.enteredAt)
  return [alteration, change].filter((at) => at !== undefined).sort()[0] ?? null
}
