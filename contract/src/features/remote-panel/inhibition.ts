import { z } from 'zod'
import { id, instant, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'

/**
 * Why the inhibition of a unit ended: its time was over, a command, a restart of the unit, or a switch at the unit.
 * docs/protocol/inhibition.md
 */
export const inhibitionEnds = ['time', 'command', 'restart', 'switch'] as const
export type InhibitionEnd = (typeof inhibitionEnds)[number]

/** Minutes of an inhibition, up to a week; the operator may set a lower maximum. */
export const inhibitionMin = z.int().min(1).max(10_080)
export const inhibitionReason = text(200)

/** Why a unit receives no command: offline, not enrolled, not enabled since Pro expired, or no inhibition. */
export const notInhibitedReasons = ['away', 'notAcquired', 'notEnabled', 'noInhibition'] as const

/**
 * States of an inhibition request: sent to the unit; in effect; accepted, but replaced or over; or not accepted.
 * Whether a unit is inhibited at present is its own report.
 */
export const inhibitionStates = ['requested', 'inhibited', 'ended', 'failed'] as const

/** Request to inhibit a unit until a moment, with a reason: its lamps stay dark in a mains failure. */
export const inhibitionRequest = z.object({
  id,
  topic: unitTopic,
  state: z.enum(inhibitionStates),
  reason: z.string(),
  requested_by: z.string().nullable(),
  requested_at: instant,
  /** When the unit ends it automatically. */
  ends_at: instant,
  /** Command of the request. */
  command_id: id,
})
export type InhibitionRequest = z.infer<typeof inhibitionRequest>
