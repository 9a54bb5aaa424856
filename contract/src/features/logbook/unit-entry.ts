import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** What the platform itself writes in the logbook about a unit. What a unit reports is not among these. */
export const unitEntryKinds = [
  'unitEnrolled',
  /** Enrolled again after its memory had begun anew. */
  'unitReset',
  /** It reports as new: set back to factory state, or another box in its place. Nothing was taken from it. */
  'unitStranger',
  /** Somebody left out what reports as new. */
  'unitStrangerRefused',
  /** Somebody took another box in its place. */
  'unitReplaced',
  'unitRemoved',
  /** It left while a test ran: what had no result counts as not executed. */
  'testEndedByRemoval',
] as const
export type UnitEntryKind = (typeof unitEntryKinds)[number]

export const unitEntry = z.object({
  id,
  kind: z.enum(unitEntryKinds),
  at: instant,
  /** Who did it; null where the platform noticed it by itself. */
  by: z.string().nullable(),
})
export type UnitEntry = z.infer<typeof unitEntry>
