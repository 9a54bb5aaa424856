import { z } from 'zod'
import { id } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { groupNumber, maxGroupNumber } from '../groups/group.ts'

/** Lamps of a zone, of an aggregation, or of one unit: all, by groups, or by addresses. */
export const lightTarget = z.union([
  z.strictObject({ zone: id }),
  z.strictObject({ collection: id }),
  z.strictObject({ topic: unitTopic, all: z.literal(true) }),
  z.strictObject({ topic: unitTopic, groups: z.array(groupNumber).min(1).max(maxGroupNumber) }),
  z.strictObject({ topic: unitTopic, addrs: z.array(z.int().min(1).max(992)).min(1).max(992) }),
])
export type LightTarget = z.infer<typeof lightTarget>

/** Percent, or one step of 10 points from the present level of each lamp. */
export const lightLevel = z.union([z.int().min(0).max(100), z.enum(['up', 'down'])])

/** Fade time in seconds. */
export const fadeS = z.int().min(0).max(900)

/** Why a unit receives no command: it is offline, not acquired, not enabled since Pro has expired, or has no levels. */
export const notSentReasons = ['away', 'notAcquired', 'notEnabled', 'noLevels'] as const

/** Outcome of a level request; the lamps' states report the levels reached. */
export const lightReceipt = z.object({
  /** One command per unit. */
  commands: z.array(pendingCommand),
  /** Skipped units with lamps of the target. They do not receive the command later, because it would be outdated. */
  notAsked: z.array(z.object({ cu: z.string(), reason: z.enum(notSentReasons) })),
  /**
   * Lamps of the commanded units: those following the level; those held by inhibition, rest, test, battery or silence;
   * and those without levels.
   */
  lamps: z.object({ following: z.int(), held: z.int(), without: z.int() }),
})
