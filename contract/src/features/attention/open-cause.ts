import { z } from 'zod'
import { id, instant, line } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { attention } from '../plants/plant.ts'

export const attentionLimits = {
  /** Causes that a list holds at most, the worst of all; of the others it says how many there are. */
  causes: 1_000,
  /** Characters of the reason for which somebody puts one off. */
  reason: 200,
  /** Days for which one can be put off. */
  snoozeDays: 90,
} as const

/** What one open cause is called by: the unit that it is of, and what is wrong there. */
export const causeKey = { topic: unitTopic, code: line(80) }

/** Something that needs a person, of any of the caller's plants. It ends with its cause, never by a tick. */
export const openCause = attention.omit({ cu: true, since: true }).extend({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  timezone: z.string(),
  cu: z.string(),
  /** Since when, as reported, else as the platform first saw it. */
  since: instant.nullable(),
  /** Who looks after it; null for nobody yet. */
  assignee: z.object({ userid: id, name: z.string() }).nullable(),
  /** Until when the caller has put it off, and why; null where it stands in the caller's list. It comes back earlier when it gets worse. */
  snoozed: z.object({ backAt: instant, reason: z.string() }).nullable(),
  /** Whether the caller may say who looks after it. */
  mayAssign: z.boolean(),
})
export type OpenCause = z.infer<typeof openCause>
