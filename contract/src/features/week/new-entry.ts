import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { logbookEntry } from '../logbook/logbook-entry.ts'

/** Maximum entries on the home, the newest. */
export const maxNewEntries = 4

/** A new entry of a logbook. Reports of one fault by lamps of a unit within an hour count as one. */
export const newEntry = z.object({
  plant: z.object({ id, name: z.string(), timezone: z.string() }),
  entry: logbookEntry,
  /** Number of reports; 1 for other entries. */
  count,
})
export type NewEntry = z.infer<typeof newEntry>

export const newEntries = z.object({
  /** End of the caller's previous visit; null if it is unknown or more than 30 days ago. */
  lastVisitAt: instant.nullable(),
  entries: z.array(newEntry).max(maxNewEntries),
})
export type NewEntries = z.infer<typeof newEntries>
