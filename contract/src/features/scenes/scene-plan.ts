import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Maximum scenes that a unit can store. */
export const maxScenesPerUnit = 16

/** Days for which a unit receives the runs of its scenes in advance. */
export const sceneHorizonDays = 40

/** Outcome of a run in a unit: levels set; no lamp of its groups follows levels; no power, or a wrong clock. */
export const sceneOutcomes = ['set', 'noLamps', 'missed'] as const
export type SceneOutcome = (typeof sceneOutcomes)[number]

/** Scene list of a unit: current, not yet received, or outdated. */
export const unitListStates = ['upToDate', 'notYet', 'old'] as const

/** Scenes of one unit: those that it must run itself, and those that it reports. */
export const unitScenes = z.object({
  topic: z.string(),
  state: z.enum(unitListStates),
  /** Last run that the unit has; null without runs. */
  until: instant.nullable(),
  /** Scenes that the unit must run itself, in the order of saving; at most {@link maxScenesPerUnit}. */
  held: z.array(id),
  /** Scenes of `held` that the unit has not confirmed in their present form. */
  missing: z.array(id),
  /**
   * Scenes with a calendar or an input for lamps of the unit that the platform runs. The unit has no room for them, or
   * the input belongs to another unit.
   */
  byPlatform: z.array(id),
  /** Removed or changed scenes that the unit still runs, up to `until` or until it is online. */
  stillOld: z.array(z.object({ scene_id: id, name: z.string().nullable() })),
})
export type UnitScenes = z.infer<typeof unitScenes>
