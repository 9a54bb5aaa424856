import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { dayMs, minuteMs, type PlanSpan } from '../plan-facts.ts'

/** Why a test cannot begin on a day at the requested hour. */
export type Blocked = 'keptFree' | 'clockChange' | 'hoursOfUse'
/** A day with the start of a possible test, as instant and minute of the plant's day; or why there is none. */
export type Slot =
  | { day: string; weekday: number; at: number; time: number }
  | { day: string; weekday: number; blocked: Blocked }

type Day = {
  day: string
  weekday: number
  begins: number
  /** The day contains a clock change, so minutes since midnight are not a time of day. */
  changes: boolean
  free: boolean
  busy: readonly (readonly [from: number, until: number])[]
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): Temporal.PlainTime =>
  Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 })

/** The instant of a time of day; null when it is missing or occurs twice. */
const instantOn = ({ day, begins, changes }: Day, minutes: number, zone: string): number | null => {
  if (!changes) return begins + minutes * minuteMs
  const wall = Temporal.PlainDate.from(day).toPlainDateTime(timeOf(minutes))
  const [first, second] = (['earlier', 'later'] as const).map(
    (disambiguation) => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  )
  return first === second ? (first ?? null) : null
}

const daysOf = (
  zone: string,
  settings: PlanSettings,
  keptFree: ReadonlySet<string>,
  { from, until }: PlanSpan,
): Day[] => {
  const days: Day[] = []
  // One day more before, and as many after as the longest test reaches into.
  const last = Temporal.PlainDate.from(until).add({ days: 2 })
  let date = Temporal.PlainDate.from(from).subtract({ days: 1 })
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    const midnight = date.toZonedDateTime(zone)
    const use = settings.hoursOfUse[date.dayOfWeek - 1] ?? null
    const base = { day: date.toString(), weekday: date.dayOfWeek, begins: midnight.epochMilliseconds }
    const next = date.add({ days: 1 })
    const endsAt = next.toZonedDateTime(zone).epochMilliseconds
    const changes = endsAt - base.begins !== dayMs
    const instantAt = (time: string) =>
      time === '24:00'
        ? endsAt
        : date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone).epochMilliseconds
    const isFreeDay = keptFree.has(base.day)
    const busySpans = isFreeDay
      ? ([[base.begins, endsAt]] as const)
      : use
        ? ([[instantAt(use.opens), instantAt(use.closes)]] as const)
        : []
    days.push({ ...base, changes, free: isFreeDay, busy: busySpans })
    date = next
  }
  return days
}

/** Half hours of a day, nearest to the preferred one first. */
const timesFrom = (wantedMinutes: number): number[] => {
  const distanceTo = (minutes: number) =>
    Math.min(Math.abs(minutes - wantedMinutes), 1440 - Math.abs(minutes - wantedMinutes))
  return [
    wantedMinutes,
    ...Array.from({ length: 48 }, (_, n) => n * 30).toSorted((a, b) => distanceTo(a) - distanceTo(b)),
  ]
}

/** When tests may run in a plant: outside its hours of use, and on no day kept free. */
export const createFreeTime = (
  { zone, settings, keptFree }: { zone: string; settings: PlanSettings; keptFree: ReadonlySet<string> },
  span: PlanSpan,
) => {
  const days = daysOf(zone, settings, keptFree, span)
  const number = new Map(days.map(({ day }, at) => [day, at]))
  const isFree = (dayIndex: number, from: number, until: number): boolean =>
    !days
      .slice(Math.max(0, dayIndex - 1), dayIndex + 3)
      .some(({ busy }) => busy.some(([a, b]) => from < b && until > a))

  const slotOf = (day: Day, dayIndex: number, wantedMinutes: number, minutes: number): Slot => {
    const slotDay = { day: day.day, weekday: day.weekday }
    if (day.free) return { ...slotDay, blocked: 'keptFree' }
    if (instantOn(day, wantedMinutes, zone) === null) return { ...slotDay, blocked: 'clockChange' }
    for (const time of timesFrom(wantedMinutes)) {
      const at = instantOn(day, time, zone)
      if (at !== null && isFree(dayIndex, at, at + minutes * minuteMs)) return { ...slotDay, at, time }
    }
    return { ...slotDay, blocked: 'hoursOfUse' }
  }
  const slotsByKey = new Map<string, readonly Slot[]>()

  return {
    /** For each day of the span the free time nearest to the preferred one. */
    slots(wantedTime: string, minutes: number): readonly Slot[] {
      const key = `${wantedTime} ${minutes}`
      const found =
        slotsByKey.get(key) ??
        days.slice(1, -2).map((day, at): Slot => slotOf(day, at + 1, minutesOf(wantedTime), minutes))
      slotsByKey.set(key, found)
      return found
    },
    /** Whether a test beginning on this day may run from one instant to the other. */
    isFree: (day: string, from: number, until: number): boolean => isFree(number.get(day) ?? 0, from, until),
  }
}

export type FreeTime = ReturnType<typeof createFreeTime>
