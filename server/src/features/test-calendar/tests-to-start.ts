import { calendarLimits, type PlannedTests } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { listHeldTestsWithin } from '../emergency-tests/index.ts'
import { listTestsToStart } from '../planner/index.ts'
import type { CalendarPlant } from './calendar.store.ts'

type Span = { from: Date; until: Date }

/** Tests that the platform starts in these plants, from year plans and from people's requests, earliest first. */
export const readTestsToStart = async (
  tx: Tx,
  plants: readonly Pick<CalendarPlant, 'id'>[],
  span: Span,
  limit: number = calendarLimits.tests,
) => {
  const ids = plants.map(({ id }) => id)
  const plannedTests = await listTestsToStart(tx, ids, span, limit)
  const heldTests = await listHeldTestsWithin(tx, ids, span, limit)
  return [...plannedTests, ...heldTests].sort((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit)
}

export type TestToStart = Awaited<ReturnType<typeof readTestsToStart>>[number]

/** The same for the calendar: by unit and kind, on the plant's days. */
export const viewTestsToStart = (
  tests: readonly TestToStart[],
  plants: readonly CalendarPlant[],
  { year, now }: { year: number; now: Date },
): PlannedTests[] => {
  const zones = new Map(plants.map(({ id, timezone }) => [id, timezone]))
  const testsOfYear = tests.flatMap((test) => {
    const day = dayIn(test.at, zones.get(test.plantId) ?? 'UTC')
    return day.startsWith(`${year}-`) ? [{ test, day }] : []
  })
  const groups = Map.groupBy(testsOfYear, ({ test }) => `${test.plantId} ${test.unit} ${test.kind}`)
  return [...groups.values()].flatMap((dayTests) => {
    const [first] = dayTests
    if (!first) return []
    const { plantId, unit, cuId, description, kind } = first.test
    return {
      plant_id: plantId,
      cu: unit,
      cu_id: cuId,
      description,
      kind,
      by: 'platform',
      period: null,
      deferred: false,
      dates: dayTests.map(({ test: { at }, day }) => ({ at: at.toISOString(), day, overdue: at < now })),
    }
  })
}
