import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Maximum stored scenes of a unit. */
export const maxScenesPerUnit = 16

/** Days for which a unit receives the runs of its scenes in advance. */
export const sceneHorizonDays = 40

/** Outcome of a run in a unit: levels set; no lamp of its groups follows levels; no power, or a wrong clock. */
export const sceneOutcomes = ['set', 'noLamps', 'missed'] as const
export type SceneOutcome = (typeof sceneOutcomes)[number]

/** Scene list of a unit: current, not yet received, or outdated. */
export const unitListStates = ['upToDate', 'notYet', 'old'] as const

/** Scenes of one unit: the required ones, and the reported ones. */
export const unitScenes = z.object({
  topic: z.string(),
  state: z.enum(unitListStates),
  /** Last run stored in the unit; null without runs. */
  until: instant.nullable(),
  /** Scenes for the unit to run itself, in the order of saving; at most {@link maxScenesPerUnit}. */
  held: z.array(id),
  /** Scenes of `held` not confirmed by the unit in their present form. */
  missing: z.array(id),
  /**
   * Scenes run by the platform, with a calendar or an input for lamps of the unit. The unit has no room for them, or
   * the input belongs to another unit.
   */
  byPlatform: z.array(id),
  /** Removed or changed scenes still running in the unit, up to `until` or until it is online. */
  stillOld: z.array(z.object({ scene_id: id, name: z.string().nullable() })),
})
export type UnitScenes = z.infer<typeof unitScenes>
