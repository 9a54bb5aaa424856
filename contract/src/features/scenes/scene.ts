import { z } from 'zod'
import { count, id, inputDay, instant, optionalText, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'

/** Maximum scenes of one plant. */
export const maxScenesPerPlant = 250

/** Maximum aggregations of one scene. */
export const maxCollectionsPerScene = 100

/** Maximum minutes before or after sunrise or sunset. */
export const maxSunOffsetMin = 180

/** Seconds of a ramp from the present level to the new one. */
export const rampS = 300

/** Seconds of a preview on lamps, after which units restore the previous levels. */
export const previewS = z.int().min(5).max(120)

/** Level of one aggregation in percent; null leaves it unchanged. */
export const sceneLevel = z.strictObject({ id, level: z.int().min(0).max(100).nullable() })
export type SceneLevel = z.infer<typeof sceneLevel>

const exactTime = z.strictObject({
  kind: z.literal('exact'),
  /** By the clock of the plant. */
  at: z
    .string()
    .max(5)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'time_of_day' }),
})
const sunTime = z.strictObject({
  /** Sunrise and sunset as in almanacs (upper edge of the sun on the horizon), not twilight. */
  kind: z.enum(['dawn', 'sunset']),
  /** Minutes after it; negative for before. */
  offset: z.int().min(-maxSunOffsetMin).max(maxSunOffsetMin),
})
export const sceneTime = z.discriminatedUnion('kind', [exactTime, sunTime])
export type SceneTime = z.infer<typeof sceneTime>

/** First to last day in the plant's calendar, both included; with `yearly` also in each later year. */
export const scenePeriod = z
  .strictObject({ from: inputDay, to: inputDay, yearly: z.boolean() })
  .refine(({ from, to }) => from <= to, { error: 'period_order', path: ['to'] })
  .refine(({ from, to, yearly }) => !yearly || isWithinOneYear(from, to), { error: 'period_over_a_year', path: ['to'] })
export type ScenePeriod = z.infer<typeof scenePeriod>

function isWithinOneYear(from: string, to: string): boolean {
  const nextYear = `${String(Number(from.slice(0, 4)) + 1).padStart(4, '0')}${from.slice(4)}`
  return to < nextYear
}

const manualActivation = z.strictObject({ mode: z.literal('manual') })
const inputActivation = z.strictObject({
  mode: z.literal('input'),
  /** Unit with the input. */
  topic: unitTopic,
  input: z.int().min(1).max(8),
})
const calendarActivation = z.strictObject({
  mode: z.literal('calendar'),
  /** 1 for Monday to 7 for Sunday, distinct and sorted. */
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, { error: 'no_weekday' })
    .max(7)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  time: sceneTime,
  /** Null for always. */
  period: scenePeriod.nullable(),
  /** Whether the public holidays of the plant's country are skipped. */
  skipHolidays: z.boolean(),
})

/** Trigger of a scene, apart from a person. */
export const sceneActivation = z.discriminatedUnion('mode', [manualActivation, inputActivation, calendarActivation])
export type SceneActivation = z.infer<typeof sceneActivation>
export type CalendarActivation = Extract<SceneActivation, { mode: 'calendar' }>
export const sceneModes = ['manual', 'input', 'calendar'] as const

/** Levels of a scene's aggregations, each once. */
export const sceneLevels = z
  .array(sceneLevel)
  .max(maxCollectionsPerScene)
  .refine((levels) => new Set(levels.map((one) => one.id)).size === levels.length, { error: 'aggregation_twice' })
const parts = {
  collections: sceneLevels,
  /** Whether levels change evenly over {@link rampS} seconds; otherwise at once. */
  ramp: z.boolean(),
  activation: sceneActivation,
  /** If false, neither calendar nor input runs it; a person still can. */
  enabled: z.boolean(),
}

/** Form of a scene. */
export const sceneDraft = z.strictObject({
  ...parts,
  name: text(60),
  collections: sceneLevels.min(1, { error: 'no_aggregation' }),
})
export type SceneDraft = z.output<typeof sceneDraft>

/** Unsaved scene for a preview, possibly without name or aggregations. */
export const unfinishedScene = z.strictObject({ ...parts, name: optionalText(60) })
export type UnfinishedScene = z.output<typeof unfinishedScene>

/**
 * Why an enabled scene cannot run automatically: all aggregations were removed; the remaining ones keep their level; no
 * lamp is in their groups; the unit of its input left the plant, or lacks the input; the sun requires a position.
 */
export const sceneBlockers = ['noCollection', 'noLevel', 'noLamp', 'unitGone', 'inputGone', 'noPosition'] as const
export type SceneBlocker = (typeof sceneBlockers)[number]

/** Scene: levels for aggregations, and the trigger. */
export const scene = z.object({
  id,
  name: z.string(),
  collections: z.array(sceneLevel),
  ramp: z.boolean(),
  activation: sceneActivation,
  /** Also false while `stopped` says why it cannot run automatically. */
  enabled: z.boolean(),
  /** Null for a disabled scene. */
  stopped: z.enum(sceneBlockers).nullable(),
  /** Time of saving; of scenes in the same minute, the last saved one sets a shared aggregation. */
  saved_at: instant,
  version: count,
})
export type Scene = z.infer<typeof scene>
