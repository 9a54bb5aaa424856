import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { CalendarDay, LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { clocksOf, type ZoneClocks } from '../../kernel/zoned.ts'
import { type PlantCondition, type PlantSpan, zonesOf } from './calendar.store.ts'
import { countTestsByDay, type TestFilter } from './calendar-tests.store.ts'
import { dayNumber, dayText, localDay, plannedDays } from './planned-dates.ts'
import { readPlans } from './view-calendar.ts'

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

/** The tests of each local day of a year, counted: the same tests as in the months. */
export const readDays = async (
  tx: Tx,
  ofPlants: PlantCondition,
  { spans, from, until, now, lightRepeats, ...filter }: YearQuestion,
): Promise<{ days: CalendarDay[]; byPlatform: boolean }> => {
  const days = new Map<number, Counts>()
  const countsOf = (day: number): Counts => {
    const counts = days.get(day) ?? { ...noTests }
    days.set(day, counts)
    return counts
  }
  for (const { plan, plant, kind } of await readPlans(tx, ofPlants, filter)) {
    for (const day of plannedDays(plan, plant.timezone, { from, until, now })) {
      const counts = countsOf(day)
      counts[kind] += 1
      counts.done = false
    }
    // Of a unit's dates only the reported one may have passed.
    const overdueDay = plan.next < now ? localDay(plan.next, plant.timezone) : undefined
    if (overdueDay !== undefined && overdueDay >= from && overdueDay < until) countsOf(overdueDay).overdue = true
  }
  const known = await countTestsByDay(tx, { ...filter, ofPlants, spans, clocks: clocksOfSpans(spans), now })
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
  const until = Math.max(...spans.map((span) => span.until.getTime()))
  return clocksOf(zonesOf(spans), { from: new Date(from), until: new Date(until) })
}
