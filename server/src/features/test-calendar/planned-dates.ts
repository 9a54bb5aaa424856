import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { offsetMsAt, wallToInstantMs } from '../../kernel/zoned.ts'

/** A unit's schedule for one kind of test. */
export type Plan = {
  /** The unit's reported next date. */
  next: Date
  period: TestPeriod | null
  deferred: boolean
  /** The date last set by a person; it keeps the day and time of day hidden by a February or a clock change. */
  set: Date | null
}

type Step = { weeks: number; months: number }

const steps: Record<TestPeriod, Step> = {
  '1w': { weeks: 1, months: 0 },
  '4w': { weeks: 4, months: 0 },
  '3m': { weeks: 0, months: 3 },
  '6m': { weeks: 0, months: 6 },
  '12m': { weeks: 0, months: 12 },
}

/** Whether a schedule keeps its day of the month. */
export const isByMonths = (period: TestPeriod | null): boolean => period !== null && steps[period].months > 0

/** In the gap of spring the instant after it; in the repeated hour of autumn the first occurrence. */
export const instantOf = (wall: Temporal.PlainDateTime, zone: string): Date =>
  new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)

const dayMs = 86_400_000

/** Milliseconds on a zone's clock at an instant, as if it were UTC. */
const wallOf = (at: Date, zone: string): number => at.getTime() + offsetMsAt(at.getTime(), zone)

/** Local time of a zone at the next date without its deferral. */
const dueWallOf = ({ next, deferred }: Pick<Plan, 'next' | 'deferred'>, zone: string): number => {
  const wall = wallOf(next, zone)
  return deferred ? wallOf(new Date(wallToInstantMs(wall - deferredByDays * dayMs, zone)), zone) : wall
}

const startOfWallDay = (wall: number): number => Math.floor(wall / dayMs) * dayMs

const isLastOfMonth = (wall: number): boolean => new Date(wall + dayMs).getUTCDate() === 1

/** Whether a day of the plant has less than 24 hours. */
const isShortDay = (wall: number, zone: string): boolean => {
  const start = startOfWallDay(wall)
  const offset = offsetMsAt(wallToInstantMs(wall, zone), zone)
  return offsetMsAt(start + dayMs - offset, zone) > offsetMsAt(start - offset, zone)
}

/** Whether a short month or a clock change may hide the original day or time in the reported date. */
export const isAmbiguous = (plan: Plan, zone: string): boolean => {
  const dueWall = dueWallOf(plan, zone)
  return isShortDay(dueWall, zone) || (isByMonths(plan.period) && isLastOfMonth(dueWall))
}

const firstDay = new Temporal.PlainDate(1970, 1, 1)

/** Days since 1970: local days are counted as numbers, which is a tenth of the time of counting them as dates. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

/** The same as text, such as `2026-11-30`. */
export const dayText = (day: number): string => firstDay.add({ days: day }).toString()

export const localDay = (at: Date, zone: string): number => Math.floor(wallOf(at, zone) / dayMs)

/** The local date to count all others from, with their fixed day of month and time of day. */
type Anchor = { day: number; year: number; month: number; dayOfMonth: number; timeMs: number }

const anchorOf = (plan: Plan, zone: string): Anchor => {
  const dueWall = dueWallOf(plan, zone)
  const date = new Date(dueWall)
  const anchor = {
    day: startOfWallDay(dueWall) / dayMs,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    dayOfMonth: date.getUTCDate(),
    timeMs: dueWall - startOfWallDay(dueWall),
  }
  if (!plan.set) return anchor
  const setWall = wallOf(plan.set, zone)
  const setTimeMs = setWall - startOfWallDay(setWall)
  const expectedAt = wallToInstantMs(startOfWallDay(dueWall) + setTimeMs, zone)
  const isAsSet = expectedAt === wallToInstantMs(dueWall, zone)
  return {
    ...anchor,
    // The month was too short for the original day.
    dayOfMonth: isLastOfMonth(dueWall)
      ? Math.max(anchor.dayOfMonth, new Date(setWall).getUTCDate())
      : anchor.dayOfMonth,
    timeMs: isAsSet ? setTimeMs : anchor.timeMs,
  }
}

/** The day of the n-th date of a schedule: in months the same day of the month, or its last. */
const dayOfStep = ({ year, month, dayOfMonth, day }: Anchor, { weeks, months }: Step, n: number): number => {
  if (months === 0) return day + 7 * weeks * n
  const firstOfMonth = Date.UTC(year, month + months * n, 1)
  const lastOfMonth = Date.UTC(year, month + months * n + 1, 0)
  return Math.min(firstOfMonth + (dayOfMonth - 1) * dayMs, lastOfMonth) / dayMs
}

/** Days by which a step is never longer. */
const maxStepDays = ({ weeks, months }: Step): number => 7 * weeks + 31 * months

/** Days of the plant's clock, `from` ≤ day < `until`, and the present. */
export type DaySpan = { from: number; until: number; now: Date }

/** Calls `add` for each date of a schedule: see {@link plannedDates}. */
const forEachDate = (
  plan: Plan,
  zone: string,
  { from, until, now }: DaySpan,
  add: (day: number, timeMs: number | null) => void,
): void => {
  const nextDay = localDay(plan.next, zone)
  if (nextDay >= from && nextDay < until) add(nextDay, null)
  if (!plan.period || until <= nextDay) return
  const anchor = anchorOf(plan, zone)
  const step = steps[plan.period]
  const after = now > plan.next ? now : plan.next
  const afterDay = now > plan.next ? localDay(now, zone) : nextDay
  const startDay = Math.max(from, afterDay)
  for (let n = Math.max(1, Math.floor((startDay - anchor.day) / maxStepDays(step))); ; n++) {
    const day = dayOfStep(anchor, step, n)
    if (day >= until) return
    if (day < startDay) continue
    // Only on the present day the time of day decides.
    if (day > afterDay || wallToInstantMs(day * dayMs + anchor.timeMs, zone) > after.getTime()) add(day, anchor.timeMs)
  }
}

/**
 * The days of a schedule by the plant's clock: the same time of day across clock changes, and the same day of the month
 * or its last. Each is counted from the first, so no February shortens a May; the first is the reported date, even if
 * it has passed, and none lies between it and `now`.
 */
export const plannedDays = (plan: Plan, zone: string, span: DaySpan): number[] => {
  const days: number[] = []
  forEachDate(plan, zone, span, (day) => days.push(day))
  return days
}

/** The same days with their instants. */
export const plannedDates = (plan: Plan, zone: string, span: DaySpan): { at: Date; day: number }[] => {
  const dates: { at: Date; day: number }[] = []
  forEachDate(plan, zone, span, (day, timeMs) => {
    const at = timeMs === null ? plan.next : new Date(wallToInstantMs(day * dayMs + timeMs, zone))
    dates.push({ day, at })
  })
  return dates
}

/** The first date after `now`; null without one. */
export const firstDateAfter = (plan: Plan, zone: string, now: Date): Date | null => {
  if (plan.next > now) return plan.next
  if (!plan.period) return null
  const from = localDay(now, zone)
  const until = from + 2 * maxStepDays(steps[plan.period]) + 2
  return plannedDates(plan, zone, { from, until, now }).find(({ at }) => at > now)?.at ?? null
}
