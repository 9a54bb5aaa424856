import { setImmediate } from 'node:timers/promises'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { CalendarDay, LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { clocksOf, type ZoneClocks } from '../../kernel/zoned.ts'
import { endOfSpans, type PlantCondition, type PlantSpan, zonesOf } from './calendar.store.ts'
import { countTestsByDay, type TestFilter } from './calendar-tests.store.ts'
import { type DaySpan, dayNumber, dayText, localDay, plannedDays } from './planned-dates.ts'
import { type PlannedOfUnit, readPlans } from './view-calendar.ts'

/** Days of a year, `from` ≤ day < `until`, as numbers. */
type YearQuestion = TestFilter & {
  spans: readonly PlantSpan[]
  from: number
  until: number
  now: Date
  /** Light measurements due in the year. */
  lightRepeats: readonly LightRepeat[]
}

type Counts = Omit<CalendarDay, 'day'>

const noTests: Counts = { functional: 0, autonomy: 0, light: 0, done: true, overdue: false, failed: false }

const countsOfDay = (days: Map<number, Counts>, day: number): Counts => {
  const counts = days.get(day) ?? { ...noTests }
  days.set(day, counts)
  return counts
}

/** The tests that units plan, by local day. */
const countPlanned = (plans: readonly PlannedOfUnit[], { from, until, now }: DaySpan): Map<number, Counts> => {
  const days = new Map<number, Counts>()
  for (const { plan, plant, kind } of plans) {
    for (const day of plannedDays(plan, plant.timezone, { from, until, now })) {
      const counts = countsOfDay(days, day)
      counts[kind] += 1
      counts.done = false
    }
    // Of a unit's dates only the reported one may have passed.
    const overdueDay = plan.next < now ? localDay(plan.next, plant.timezone) : undefined
    if (overdueDay !== undefined && overdueDay >= from && overdueDay < until)
      countsOfDay(days, overdueDay).overdue = true
  }
  return days
}

/** The tests of each local day of a year, counted: the same tests that the months list. */
export const readDays = async (
  tx: Tx,
  ofPlants: PlantCondition,
  { spans, from, until, now, lightRepeats, ...filter }: YearQuestion,
): Promise<{ days: CalendarDay[]; byPlatform: boolean }> => {
  const plans = await readPlans(tx, ofPlants, { ...filter, before: endOfSpans(spans) })
  const clocks = clocksOfSpans(spans)
  // The database counts while this thread computes the planned days.
  const [days, known] = await Promise.all([
    setImmediate(undefined).then(() => countPlanned(plans, { from, until, now })),
    countTestsByDay(tx, { ...filter, ofPlants, spans, clocks, now }),
  ])
  const countsOf = (day: number): Counts => countsOfDay(days, day)
  for (const { day, executed, failed, overdue, ...ofKinds } of known) {
    const counts = countsOf(day)
    for (const kind of testKinds) counts[kind] += ofKinds[kind]
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

/** The clocks of these plants while the spans last. */
const clocksOfSpans = (spans: readonly PlantSpan[]): ZoneClocks => {
  const from = Math.min(...spans.map((span) => span.from.getTime()))
  return clocksOf(zonesOf(spans), { from: new Date(from), until: endOfSpans(spans) })
}
