import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Scenes that a unit has room for. */
export const maxScenesPerUnit = 16

/** Days ahead for which a unit is told when its scenes run. */
export const sceneHorizonDays = 40

/** What became of a run in a unit: levels were set, no lamp of its groups follows any, or the unit had no power or a wrong clock then. */
export const sceneOutcomes = ['set', 'noLamps', 'missed'] as const
export type SceneOutcome = (typeof sceneOutcomes)[number]

/** Whether a unit has the scenes that it is to run: all of them, none of them yet, or those of before they were changed. */
export const unitListStates = ['upToDate', 'notYet', 'old'] as const

/** The scenes of one unit: which it is to run by itself, and which it says that it has. */
export const unitScenes = z.object({
  topic: z.string(),
  state: z.enum(unitListStates),
  /** Up to when the unit has runs; null where it has none. */
  until: instant.nullable(),
  /** Scenes that it is to run by itself, in the order in which they were saved; at most {@link maxScenesPerUnit}. */
  held: z.array(id),
  /** Scenes with a calendar or an input that set lamps of the unit, and that the platform runs: there is no room, or the input is another unit's. */
  byPlatform: z.array(id),
  /** Scenes that it still runs although they were removed or changed; it does so up to `until`, or until it is on line. */
  stillOld: z.array(z.object({ scene_id: id, name: z.string().nullable() })),
})
export type UnitScenes = z.infer<typeof unitScenes>
