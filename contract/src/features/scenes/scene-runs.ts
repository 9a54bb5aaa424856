import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Runs of a scene that are shown ahead. */
export const maxShownRuns = 10

/** Why a scene does not run on a day on which its weekdays and its period would let it. */
export const noRunReasons = ['sun_does_not_rise', 'sun_does_not_set', 'no_position', 'holiday'] as const
export const noRunReason = z.enum(noRunReasons)
export type NoRunReason = z.infer<typeof noRunReason>

/** When a scene is to run by its calendar, or why it does not on that day. */
export const plannedRun = z.object({
  /** Null for the scene that is being written. */
  scene_id: id.nullable(),
  name: z.string(),
  day: z.iso.date(),
  /** By the clock of the plant, as `16:49`; of a sun time the nearest minute. Null where it does not run. */
  time: z.string().nullable(),
  at: instant.nullable(),
  none: noRunReason.nullable(),
})
export type PlannedRun = z.infer<typeof plannedRun>

/** Scenes that run in the same minute and set the same aggregations: the one saved last wins on these. */
export const sceneClash = z.object({
  at: instant,
  day: z.iso.date(),
  time: z.string(),
  /** In the order in which they were saved; null for the one that is being written, which would be saved last. */
  scenes: z.array(z.object({ scene_id: id.nullable(), name: z.string() })),
  /** The aggregations that more than one of them sets, with the level that they end with. */
  collections: z.array(z.object({ id, level: z.int() })),
})
export type SceneClash = z.infer<typeof sceneClash>

/** The sun of a day: what of the two there is, and whether it stays up or down where there is none of them. */
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
  /** 23 and 25 on the days on which clocks change. */
  hours: z.number(),
  isHoliday: z.boolean(),
  /** Null in a plant without a position. */
  sun: sunOfDay.nullable(),
  runs: z.array(plannedRun),
})
export type WeekDay = z.infer<typeof weekDay>

/**
 * What became of a run in one unit; of a run in several units the first of these that there is. Of a run that the unit makes by itself there is no word until its own record has come; overruled is one
 * whose every level another scene of the same minute set, which was saved later.
 */
export const runResults = ['pending', 'no_word', 'failed', 'not_executed', 'done', 'overruled'] as const
export type RunResult = (typeof runResults)[number]
export const runCauses = ['manual', 'input', 'calendar'] as const
export type RunCause = (typeof runCauses)[number]

/** A run that was to be. */
export const sceneRun = z.object({
  id,
  /** Null once the scene is removed. */
  scene_id: id.nullable(),
  /** What the scene was called then. */
  name: z.string(),
  cause: z.enum(runCauses),
  /** When it was asked for, or due. */
  at: instant,
  /** Who activated it by hand. */
  by: z.string().nullable(),
  /** The input that made it run. */
  input: z.object({ topic: z.string(), input: z.int() }).nullable(),
  /** Changes of the input that came too soon after the run to make it run again. */
  left_out: z.int(),
  result: z.enum(runResults),
  /** By unit; `reason` is a code of why it was not done. */
  units: z.array(z.object({ topic: z.string(), result: z.enum(runResults), reason: z.string().nullable() })),
})
export type SceneRun = z.infer<typeof sceneRun>

/** Runs on a page of the history. */
export const runsPerPage = 50
