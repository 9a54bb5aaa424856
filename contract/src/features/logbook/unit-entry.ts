import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Kinds of the platform's own records about a unit, without the unit's reports. */
export const unitEntryKinds = [
  'unitEnrolled',
  /** Enrolled again after its memory was reset. */
  'unitReset',
  /** An unknown unit reported: reset, or another device under the serial number. Its messages were ignored. */
  'unitStranger',
  /** Somebody rejected the unknown unit. */
  'unitStrangerRefused',
  /** Somebody accepted another device in its place. */
  'unitReplaced',
  'unitRemoved',
  /** It left during a test: lamps without a result count as not executed. */
  'testEndedByRemoval',
] as const
export type UnitEntryKind = (typeof unitEntryKinds)[number]

export const unitEntry = z.object({
  id,
  kind: z.enum(unitEntryKinds),
  at: instant,
  /** Person who did it; null for the platform. */
  by: z.string().nullable(),
})
export type UnitEntry = z.infer<typeof unitEntry>
