import { z } from 'zod'
import { id } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { groupNumber, maxGroupNumber } from '../groups/group.ts'

/** Lamps of a zone, of an aggregation, or of one unit: all of them, those of groups, or those at addresses. */
export const lightTarget = z.union([
  z.strictObject({ zone: id }),
  z.strictObject({ collection: id }),
  z.strictObject({ topic: unitTopic, all: z.literal(true) }),
  z.strictObject({ topic: unitTopic, groups: z.array(groupNumber).min(1).max(maxGroupNumber) }),
  z.strictObject({ topic: unitTopic, addrs: z.array(z.int().min(1).max(992)).min(1).max(992) }),
])
export type LightTarget = z.infer<typeof lightTarget>

/** Percent, or one step of 10 points from where each lamp is. */
export const lightLevel = z.union([z.int().min(0).max(100), z.enum(['up', 'down'])])

/** Seconds in which lamps come to a level. */
export const fadeS = z.int().min(0).max(900)

/** Why a unit is not asked: it is not connected, not acquired, not enabled since Pro has expired, or takes no levels. */
export const notSentReasons = ['away', 'notAcquired', 'notEnabled', 'noLevels'] as const

/** What became of a level that was asked for: how far lamps are comes with their states. */
export const lightReceipt = z.object({
  /** One for each unit that was asked. */
  commands: z.array(pendingCommand),
  /** Units with lamps of the target that were not asked, and will not be: a level of now is no level of later. */
  notAsked: z.array(z.object({ cu: z.string(), because: z.enum(notSentReasons) })),
  /**
   * Lamps of the units that were asked: those that come to the level now; those that take levels and are held now, as they are
   * inhibited, at rest, in a test, on battery or silent; and those that take no levels at all.
   */
  lamps: z.object({ following: z.int(), held: z.int(), without: z.int() }),
})
