import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Maximum future runs of a scene in a preview. */
export const maxShownRuns = 10

/** Why a scene does not run on a day within its weekdays and its period. */
export const noRunReasons = ['sun_does_not_rise', 'sun_does_not_set', 'no_position', 'holiday'] as const
export const noRunReason = z.enum(noRunReasons)
export type NoRunReason = z.infer<typeof noRunReason>

/** Run of a scene by its calendar, or why there is none on this day. */
export const plannedRun = z.object({
  /** Null for the unsaved scene. */
  scene_id: id.nullable(),
  name: z.string(),
  day: z.iso.date(),
  /** By the clock of the plant, such as `16:49`; for a sun time the nearest minute. Null without a run. */
  time: z.string().nullable(),
  at: instant.nullable(),
  none: noRunReason.nullable(),
})
export type PlannedRun = z.infer<typeof plannedRun>

/** Scenes of the same minute setting the same aggregations; the last saved one wins. */
export const sceneClash = z.object({
  at: instant,
  day: z.iso.date(),
  time: z.string(),
  /** In the order of saving; null for the unsaved scene, which would be saved last. */
  scenes: z.array(z.object({ scene_id: id.nullable(), name: z.string() })),
  /** Aggregations set by more than one of them, with the final level. */
  collections: z.array(z.object({ id, level: z.int() })),
})
export type SceneClash = z.infer<typeof sceneClash>

/** Sunrise and sunset of a day, and whether the sun stays up or down without them. */
export const sunOfDay = z.object({
  dawn: instant.nullable(),
  sunset: instant.nullable(),
  /** By the clock of the plant. */
  dawnTime: z.string().nullable(),
  sunsetTime: z.string().nullable(),
  stays: z.enum(['up', 'down']).nullable(),
})
export type SunOfDay = z.infer<typeof sunOfDay>

export const weekDay = z.object({
  day: z.iso.date(),
  begins: instant,
  /** 23 or 25 on days with a clock change. */
  hours: z.number(),
  isHoliday: z.boolean(),
  /** Null for a plant without a position. */
  sun: sunOfDay.nullable(),
  runs: z.array(plannedRun),
})
export type WeekDay = z.infer<typeof weekDay>

/**
 * Result of a run in one unit; for a run in several units, the first of these results among them. `no_word`: the unit's
 * own record of the run is missing so far. `overruled`: a later saved scene of the same minute set all of its levels.
 */
export const runResults = ['pending', 'no_word', 'failed', 'not_executed', 'done', 'overruled'] as const
export type RunResult = (typeof runResults)[number]
export const runCauses = ['manual', 'input', 'calendar'] as const
export type RunCause = (typeof runCauses)[number]

/** Run of a scene, executed or not. */
export const sceneRun = z.object({
  id,
  /** Null once the scene is removed. */
  scene_id: id.nullable(),
  /** Name of the scene at the time. */
  name: z.string(),
  cause: z.enum(runCauses),
  /** When it was requested or due. */
  at: instant,
  /** Person who activated it by hand. */
  by: z.string().nullable(),
  /** Input which triggered it. */
  input: z.object({ topic: z.string(), input: z.int() }).nullable(),
  /** Ignored changes of the input, too soon after the run. */
  left_out: z.int(),
  result: z.enum(runResults),
  /** By unit; `reason` is the code of a failure. */
  units: z.array(z.object({ topic: z.string(), result: z.enum(runResults), reason: z.string().nullable() })),
})
export type SceneRun = z.infer<typeof sceneRun>

/** Runs per page of the history. */
export const runsPerPage = 50
