import { highestGroup } from '@vigilux/contract/features/groups/group.ts'
import { z } from 'zod'
import { type CommandConduct, defineCommands } from './declaration.ts'
import { empty, group, lamp } from './fields.ts'

/** Lamps that one command may name, over all of its entries: as many as the largest unit has. */
const mostLamps = 992

/** Which lamps of the unit an entry is for. */
const target = z.union([
  z.literal('all'),
  z.strictObject({ groups: z.array(group).min(1).max(highestGroup) }),
  z.strictObject({ lamps: z.array(lamp).min(1).max(mostLamps) }),
])

const entry = z.strictObject({
  to: target,
  /** Percent, or a step of the lamp itself: 10 points from where it is at that moment. */
  level: z.union([z.int().min(0).max(100), z.enum(['up', 'down'])]),
})

/**
 * Entries of one command, in their order: where a lamp is in several, the last of them counts. Later, so that "all at 20 %, but
 * group 3 off" is two entries and no list of lamps.
 */
const levelEntries = z
  .array(entry)
  .min(1)
  .max(32)
  .refine(
    (entries) =>
      entries.reduce((sum, { to }) => sum + (typeof to === 'object' && 'lamps' in to ? to.lamps.length : 0), 0) <=
      mostLamps,
  )

/** One entry of `setLevels`: who follows, and what level it comes to. */
export type LevelEntry = z.infer<typeof entry>

/**
 * Sent once: a level that comes late, after somebody has asked for another, would take that one's place. It passes while an operation has
 * the unit to itself, for light is no configuration and a corridor cannot wait for one.
 */
const atOnce = { retries: 0, answerTimeoutMs: 5_000, isHarmless: true, isAside: true } as const satisfies CommandConduct

export const lightLevelCommands = defineCommands({
  /**
   * Brings lamps to levels. Done when the fade has begun: how far it is comes in the state. With `holdS` the unit goes back to what
   * was by itself, though nobody is there any more to ask for it.
   */
  setLevels: {
    body: z.strictObject({
      levels: levelEntries,
      fadeS: z.int().min(0).max(900),
      holdS: z.int().min(5).max(600).nullable(),
    }),
    obeyedBy: 'lightingUnits',
    ...atOnce,
  },
  /** Ends what `holdS` holds, before its time; done too where nothing is held. */
  endHold: { body: empty, obeyedBy: 'lightingUnits', ...atOnce },
})
