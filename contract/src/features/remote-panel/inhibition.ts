import { z } from 'zod'
import { id, instant, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'

/**
 * Why the inhibition of a unit ended: its time was over, a command ended it, the unit started again, or a switch at the unit.
 * docs/protocol/inhibition.md
 */
export const inhibitionEnds = ['time', 'command', 'restart', 'switch'] as const
export type InhibitionEnd = (typeof inhibitionEnds)[number]

/** Whole minutes for which a unit is inhibited. How long one may last here the operator says, up to a week. */
export const inhibitionMin = z.int().min(1).max(10_080)
/** Why people want the lighting to stay dark. */
export const inhibitionReason = text(200)

/** Why a unit is not asked: it is not connected, not acquired, not enabled since Pro has expired, or its type knows no inhibition. */
export const notInhibitedReasons = ['away', 'notAcquired', 'notEnabled', 'noInhibition'] as const

/**
 * How far a wish is: the unit was asked; it is inhibited by it; it took it, and another took its place, or it is over; it did not take it.
 * Whether a unit is inhibited at this moment it says itself.
 */
export const inhibitionStates = ['asked', 'inhibited', 'ended', 'failed'] as const

/** What somebody asked of a unit: to stay dark although the mains fails, until a moment, for a reason. */
export const inhibitionRequest = z.object({
  id,
  topic: unitTopic,
  state: z.enum(inhibitionStates),
  reason: z.string(),
  asked_by: z.string().nullable(),
  asked_at: instant,
  /** When the unit is to end it by itself. */
  ends_at: instant,
  /** The command that carries it. */
  command_id: id,
})
export type InhibitionRequest = z.infer<typeof inhibitionRequest>
