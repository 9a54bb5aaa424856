import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'

/** Scenes that a unit has room for. */
export const scenesPerUnit = 16

/** Days ahead for which a unit is told when its scenes run. */
export const daysAhead = 40

/** What became of a run in a unit: levels were set, no lamp of its groups follows any, or the unit had no power or a wrong clock then. */
export const sceneOutcomes = ['set', 'noLamps', 'missed'] as const
export type SceneOutcome = (typeof sceneOutcomes)[number]

/** The list of scenes that a unit says it runs by itself. */
export const heldScenes = z.strictObject({
  version: z.int().min(1).max(0x7fff_ffff),
  until: instant,
})
export type HeldScenes = z.infer<typeof heldScenes>
