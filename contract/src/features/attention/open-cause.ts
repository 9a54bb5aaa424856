import { z } from 'zod'
import { id, instant, line } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { attention } from '../plants/plant.ts'

export const attentionLimits = {
  /** Maximum causes of a list, the worst first; further ones are only counted. */
  causes: 1_000,
  /** Characters of the reason for a snooze. */
  reason: 200,
  /** Maximum days of a snooze. */
  snoozeDays: 90,
} as const

/** Key of an open cause: its unit and its code. */
export const causeKey = { topic: unitTopic, code: line(80) }

/** Open cause in one of the caller's plants. Only reports of units end it, never a tick. */
export const openCause = attention.omit({ cu: true, since: true }).extend({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  timezone: z.string(),
  cu: z.string(),
  /** Start as reported, else as first seen by the platform. */
  since: instant.nullable(),
  /** Assigned member; null for nobody. */
  assignee: z.object({ userid: id, name: z.string() }).nullable(),
  /** End and reason of the caller's snooze; null if not snoozed. The cause comes back earlier if it gets worse. */
  snoozed: z.object({ backAt: instant, reason: z.string() }).nullable(),
  /** Whether the caller may assign it. */
  mayAssign: z.boolean(),
})
export type OpenCause = z.infer<typeof openCause>
