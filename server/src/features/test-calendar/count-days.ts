import type { CalendarDay, LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { startOfDay } from '../../kernel/zoned.ts'
import type { PlantSpan } from './calendar.store.ts'
import { countTestsByDay, type DayCount, type TestFilter } from './calendar-tests.store.ts'
import { dayNumber, dayText, localDay, plannedDays } from './planned-dates.ts'
import { readPlans } from './view-calendar.ts'

/** Days of a year, `from` ≤ day < `until`, as numbers. */
type YearQuestion = TestFilter & {
  from: number
  until: number
  now: Date
  /** Light measurements due in the year. */
  lightRepeats: readonly LightRepeat[]
}

type Counts = Omit<CalendarDay, 'day'>

const noTests: Counts = { functional: 0, autonomy: 0, light: 0, done: true, overdue: false, failed: false }

/** The tests of each local day of a year, counted: the same tests that the months list. */
export const readDays = async (
  tx: Tx,
  spans: readonly PlantSpan[],
  { from, until, now, lightRepeats, ...filter }: YearQuestion,
): Promise<{ days: CalendarDay[]; byPlatform: boolean }> => {
  const days = new Map<number, Counts>()
  const countsOf = (day: number): Counts => {
    const counts = days.get(day) ?? { ...noTests }
    days.set(day, counts)
    return counts
  }
  const plants = spans.map(({ plant }) => plant)
  for (const { plan, plant, kind } of await readPlans(tx, plants, filter)) {
    for (const day of plannedDays(plan, plant.timezone, { from, until, now })) {
      const counts = countsOf(day)
      counts[kind] += 1
      counts.done = false
    }
    // Of a unit's dates only the reported one may have passed.
    const overdueDay = plan.next < now ? localDay(plan.next, plant.timezone) : undefined
    if (overdueDay !== undefined && overdueDay >= from && overdueDay < until) countsOf(overdueDay).overdue = true
  }
  const known = await readKnown(tx, spans, { ...filter, from, until, now })
  for (const { day, kind, executed, failed, overdue, count } of known) {
    const counts = countsOf(from + day)
    counts[kind] += count
    counts.done &&= executed
    counts.failed ||= failed
    counts.overdue ||= overdue
  }
  for (const { day, overdue } of lightRepeats) {
    const counts = countsOf(dayNumber(day))
    counts.light += 1
    counts.done = false
    counts.overdue ||= overdue
  }
  return {
    days: [...days].toSorted(([a], [b]) => a - b).map(([day, counts]) => ({ day: dayText(day), ...counts })),
    byPlatform: known.some(({ executed }) => !executed),
  }
}

/** Counts of the tests that the database knows, zone by zone: their days begin at other times. */
const readKnown = async (
  tx: Tx,
  spans: readonly PlantSpan[],
  { from, until, now, ...filter }: Omit<YearQuestion, 'lightRepeats'>,
): Promise<DayCount[]> => {
  const counts: DayCount[] = []
  for (const [zone, ofZone] of Map.groupBy(spans, ({ plant }) => plant.timezone)) {
    const midnights = Array.from({ length: until - from }, (_, n) => startOfDay(dayText(from + n), zone))
    counts.push(...(await countTestsByDay(tx, ofZone, { ...filter, midnights, now })))
  }
  return counts
}
