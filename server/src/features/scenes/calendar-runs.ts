import { runsOnDay } from '@vigilux/contract/features/scenes/scene.rules.ts'
import type { CalendarActivation, SceneTime } from '@vigilux/contract/features/scenes/scene.ts'
import type { NoRunReason } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { startOfDay } from '../../kernel/zoned.ts'
import { type Position, type Sun, sunBetween } from './sun.ts'

/** What the runs of a plant follow: its clock, its place, and the holidays of its country. */
export type RunFacts = { zone: string; position: Position | null; holidays: ReadonlySet<string> }

/** A run that falls on a day, or why it does not although its weekdays and its period would let it. */
export type DayRun = { day: string; at: Date; none: null } | { day: string; at: null; none: NoRunReason }

const minuteMs = 60_000

/** The sun of a day of a plant. */
export const sunOfDay = (day: Temporal.PlainDate, zone: string, position: Position): Sun =>
  sunBetween(startOfDay(day, zone), startOfDay(day.add({ days: 1 }), zone), position)

/** The minute that a sun time is told and run in: the nearest one, as in almanacs. */
export const minuteOfSun = (at: Date): Date => new Date(Math.round(at.getTime() / minuteMs) * minuteMs)

/**
 * The instants of a time of a day. An exact time in the hour that a clock change leaves out comes as much later; one that there is twice
 * comes the first time. The sun may rise or set twice on a day.
 */
const momentsOf = (time: SceneTime, day: Temporal.PlainDate, { zone, position }: RunFacts): Date[] | NoRunReason => {
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

/** What a scene does on a day by its calendar; empty where its weekdays or its period leave the day out. */
export const runsOn = (activation: CalendarActivation, date: Temporal.PlainDate, facts: RunFacts): DayRun[] => {
  const day = date.toString()
  if (!runsOnDay(activation, { day, weekday: date.dayOfWeek })) return []
  if (activation.skipHolidays && facts.holidays.has(day)) return [{ day, at: null, none: 'holiday' }]
  const moments = momentsOf(activation.time, date, facts)
  if (!Array.isArray(moments)) return [{ day, at: null, none: moments }]
  return moments.map((at) => ({ day, at, none: null }))
}

/**
 * Runs after an instant, in order, from the day before it on, as an offset may reach over midnight; days on which there
 * is none, with the reason, among them. It goes on for as long as it is asked.
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
