import { isCalendarOver, runsOnDay } from '@vigilux/contract/features/scenes/scene.rules.ts'
import type { CalendarActivation, SceneActivation, SceneTime } from '@vigilux/contract/features/scenes/scene.ts'
import type { NoRunReason } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { dayIn, startOfDay } from '../../kernel/zoned.ts'
import type { Position } from '../../ports/places.ts'
import { publicHolidays } from '../planner/index.ts'
import type { PlantRow } from '../plants/index.ts'
import type { SceneRow } from './scenes.store.ts'
import { type Sun, sunBetween } from './sun.ts'

type PlantPlace = Pick<PlantRow, 'timezone' | 'lat' | 'long' | 'country'>

/** Days searched for the platform's next run; when they are over, the search continues. */
const daysAhead = 40
const dayMs = 86_400_000

/** A plant's zone, position and country; a due time computed for another value is stale. */
export const placeOf = ({ timezone, lat, long, country }: PlantPlace): string =>
  [timezone, lat ?? '', long ?? '', country].join('|')

/** The inputs of a plant's runs, with the holidays of `years` years from a day on. */
export const runFactsOf = async (plant: PlantPlace, from: Date, years: number): Promise<RunFacts> => {
  const first = Number(dayIn(from, plant.timezone).slice(0, 4))
  const { lat, long } = plant
  return {
    zone: plant.timezone,
    position: lat === null || long === null ? null : { lat, long },
    holidays: await publicHolidays(
      plant.country,
      Array.from({ length: years }, (_, n) => first + n),
    ),
  }
}

type SceneDue = Pick<SceneRow, 'dueAt' | 'dueIsRun' | 'dueFor'>
const notDue: SceneDue = { dueAt: null, dueIsRun: false, dueFor: null }

const nextRun = (runs: Iterable<DayRun>): Date | null => {
  for (const { at } of runs) if (at) return at
  return null
}

/** When the platform checks a scene's calendar next after an instant. */
export const computeDueAfter = async (
  { activation, enabled }: { activation: SceneActivation; enabled: boolean },
  plant: PlantPlace,
  after: Date,
): Promise<SceneDue> => {
  if (!enabled || activation.mode !== 'calendar') return notDue
  const dueFor = placeOf(plant)
  if (isCalendarOver(activation, dayIn(new Date(after.getTime() - dayMs), plant.timezone))) return { ...notDue, dueFor }
  const facts = await runFactsOf(plant, new Date(after.getTime() - dayMs), 2)
  const at = nextRun(runsAfter(activation, { after, days: daysAhead, facts }))
  if (at) return { dueAt: at, dueIsRun: true, dueFor }
  return { dueAt: new Date(after.getTime() + (daysAhead - 2) * dayMs), dueIsRun: false, dueFor }
}

/** The inputs of a plant's runs: its zone, its position, and the holidays of its country. */
export type RunFacts = { zone: string; position: Position | null; holidays: ReadonlySet<string> }

/** A run on a day, or the reason why there is none although weekday and period match. */
export type DayRun = { day: string; at: Date; none: null } | { day: string; at: null; none: NoRunReason }

const minuteMs = 60_000

/** Sunrise and sunset on a day of a plant. */
export const sunOfDay = (day: Temporal.PlainDate, zone: string, position: Position): Sun =>
  sunBetween(startOfDay(day, zone), startOfDay(day.add({ days: 1 }), zone), position)

/** Rounds a sun time to the nearest minute, as almanacs do. */
export const minuteOfSun = (at: Date): Date => new Date(Math.round(at.getTime() / minuteMs) * minuteMs)

/**
 * The instants of a time on a day. An exact time within the gap of a clock change moves to as much later; a repeated
 * one is used at its first occurrence. The sun may rise or set twice on a day.
 */
const instantsOf = (time: SceneTime, day: Temporal.PlainDate, { zone, position }: RunFacts): Date[] | NoRunReason => {
  if (time.kind === 'exact') {
    const plainTime = Temporal.PlainTime.from(time.at)
    const wall = day.toPlainDateTime(plainTime).toZonedDateTime(zone, { disambiguation: 'compatible' })
    return [new Date(wall.epochMilliseconds)]
  }
  if (!position) return 'no_position'
  const sun = sunOfDay(day, zone, position)
  const events = sun[time.kind]
  if (events.length === 0) return sun.upAtEnd ? 'sun_does_not_set' : 'sun_does_not_rise'
  return events.map((event) => new Date(minuteOfSun(event).getTime() + time.offset * minuteMs))
}

/** A scene's runs on a day by its calendar; empty when the weekday or period does not match. */
export const runsOn = (activation: CalendarActivation, date: Temporal.PlainDate, facts: RunFacts): DayRun[] => {
  const day = date.toString()
  if (!runsOnDay(activation, { day, weekday: date.dayOfWeek })) return []
  if (activation.skipHolidays && facts.holidays.has(day)) return [{ day, at: null, none: 'holiday' }]
  const moments = instantsOf(activation.time, date, facts)
  if (!Array.isArray(moments)) return [{ day, at: null, none: moments }]
  return moments.map((at) => ({ day, at, none: null }))
}

/**
 * Runs after an instant, in order, together with skipped days and their reasons. Starts a day earlier, because an
 * offset may cross midnight. The sequence is endless.
 */
export function* runsAfter(
  activation: CalendarActivation,
  { after, days, facts }: { after: Date; days: number; facts: RunFacts },
): Generator<DayRun> {
  const first = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(facts.zone).toPlainDate()
  for (let n = -1; n < days; n++) {
    for (const run of runsOn(activation, first.add({ days: n }), facts)) if (run.at ? run.at > after : n >= 0) yield run
  }
}
