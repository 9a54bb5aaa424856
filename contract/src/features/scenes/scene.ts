import { z } from 'zod'
import { count, id, inputDay, instant, optionalText, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'

/** Scenes of one plant. */
export const maxScenesPerPlant = 250

/** Aggregations of one scene. */
export const maxCollectionsPerScene = 100

/** Most minutes that a scene runs before or after the sun rises or sets. */
export const maxSunOffsetMin = 180

/** Seconds that a ramp takes from the level that is to the one that is wanted. */
export const rampS = 300

/** Seconds for which a scene is shown on its lamps before units give back what was before. */
export const previewS = z.int().min(5).max(120)

/** What a scene does with one aggregation: its level in percent, or null to leave it as it is. */
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
  /** The upper edge of the sun on the horizon, as almanacs reckon: sunrise and sunset, not twilight. */
  kind: z.enum(['dawn', 'sunset']),
  /** Minutes after it; before it where negative. */
  offset: z.int().min(-maxSunOffsetMin).max(maxSunOffsetMin),
})
export const sceneTime = z.discriminatedUnion('kind', [exactTime, sunTime])
export type SceneTime = z.infer<typeof sceneTime>

/** From the first to the last day by the calendar of the plant, both included; with `yearly` the same days of each year that follows. */
export const scenePeriod = z
  .strictObject({ from: inputDay, to: inputDay, yearly: z.boolean() })
  .refine(({ from, to }) => from <= to, { error: 'period_order', path: ['to'] })
  .refine(({ from, to, yearly }) => !yearly || withinOneYear(from, to), { error: 'period_over_a_year', path: ['to'] })
export type ScenePeriod = z.infer<typeof scenePeriod>

function withinOneYear(from: string, to: string): boolean {
  const nextYear = `${String(Number(from.slice(0, 4)) + 1).padStart(4, '0')}${from.slice(4)}`
  return to < nextYear
}

const byHand = z.strictObject({ mode: z.literal('manual') })
const byInput = z.strictObject({
  mode: z.literal('input'),
  /** The unit whose input it is. */
  topic: unitTopic,
  input: z.int().min(1).max(8),
})
const byCalendar = z.strictObject({
  mode: z.literal('calendar'),
  /** 1 for Monday to 7 for Sunday, once each and in order. */
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, { error: 'no_weekday' })
    .max(7)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  time: sceneTime,
  /** Null for always. */
  period: scenePeriod.nullable(),
  /** Leaves out the public holidays of the plant's country. */
  skipHolidays: z.boolean(),
})

/** What makes a scene run besides a person. */
export const sceneActivation = z.discriminatedUnion('mode', [byHand, byInput, byCalendar])
export type SceneActivation = z.infer<typeof sceneActivation>
export type CalendarActivation = Extract<SceneActivation, { mode: 'calendar' }>
export const sceneModes = ['manual', 'input', 'calendar'] as const

/** What a scene does with its aggregations, each once. */
export const sceneLevels = z
  .array(sceneLevel)
  .max(maxCollectionsPerScene)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, { error: 'aggregation_twice' })
const parts = {
  collections: sceneLevels,
  /** Levels change evenly over {@link rampS} seconds, and at once otherwise. */
  ramp: z.boolean(),
  activation: sceneActivation,
  /** Off: neither calendar nor input makes it run; a person still may. */
  enabled: z.boolean(),
}

/** What the form of a scene sends. */
export const sceneDraft = z.strictObject({
  ...parts,
  name: text(60),
  collections: sceneLevels.min(1, { error: 'no_aggregation' }),
})
export type SceneDraft = z.output<typeof sceneDraft>

/** A scene that is being written: what it would do is shown before it has a name or aggregations. */
export const unfinishedScene = z.strictObject({ ...parts, name: optionalText(60) })
export type UnfinishedScene = z.output<typeof unfinishedScene>

/**
 * Why an enabled scene cannot run by itself: something that it needs is gone. All its aggregations are removed; those that are left
 * keep their level; no lamp is in their groups; the unit of its input left the plant, or has no such input; the sun needs a position.
 */
export const sceneBlockers = ['noCollection', 'noLevel', 'noLamp', 'unitGone', 'inputGone', 'noPosition'] as const
export type SceneBlocker = (typeof sceneBlockers)[number]

/** Levels for aggregations under one name, and what makes them be set. */
export const scene = z.object({
  id,
  name: z.string(),
  collections: z.array(sceneLevel),
  ramp: z.boolean(),
  activation: sceneActivation,
  /** False also while `stopped` says why it cannot run by itself. */
  enabled: z.boolean(),
  /** Null where nobody enabled it. */
  stopped: z.enum(sceneBlockers).nullable(),
  /** Of scenes that run in the same minute, the one saved last sets an aggregation that they share. */
  saved_at: instant,
  version: count,
})
export type Scene = z.infer<typeof scene>
