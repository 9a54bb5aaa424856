import type { PlanWishes } from '@vigilux/contract/features/planner/plan-wishes.ts'
import { zoned } from '../../kernel/zoned.ts'
import type { KnownFacts } from './collect-plan-facts.ts'
import { publicHolidays } from './holidays.ts'
import type { PlanSpan } from './plan-facts.ts'
import type { PlannedTestRow } from './planner.store.ts'
import type { PlanTask } from './rules/plan-year.rules.ts'
import type { Placement } from './rules/test-book.rules.ts'

/** The year that begins tomorrow, in the plant. */
export const yearFrom = (now: Date, zone: string): PlanSpan => {
  const from = zoned(now, zone).toPlainDate().add({ days: 1 })
  return { from: from.toString(), until: from.add({ years: 1 }).subtract({ days: 1 }).toString() }
}

/** The days of a span, and some after it, that are kept free. */
export const keptFreeIn = async (country: string, wishes: PlanWishes, span: PlanSpan): Promise<ReadonlySet<string>> => {
  const [first, last] = [Number(span.from.slice(0, 4)), Number(span.until.slice(0, 4)) + 1]
  const holidays = await publicHolidays(
    country,
    Array.from({ length: last - first + 1 }, (_, n) => first + n),
  )
  return new Set([...holidays, ...wishes.freeDays])
}

export const taskOf = async (
  { plant, facts }: KnownFacts,
  wishes: PlanWishes,
  { span, begin }: { span: PlanSpan; begin: number },
): Promise<PlanTask> => ({ facts, wishes, span, begin, keptFree: await keptFreeIn(plant.country, wishes, span) })

/** A test of a plan as the database keeps it. */
export const rowOf = (
  { facts }: Pick<PlanTask, 'facts'>,
  test: Placement,
  of: Pick<PlannedTestRow, 'id' | 'planId' | 'plantId'>,
): PlannedTestRow => ({
  ...of,
  centralUnitId: test.unitId,
  kind: test.kind,
  planner: test.by,
  group: test.group,
  lamps: test.lamps.flatMap((at) => facts.lamps[at]?.addr ?? []),
  startsAt: new Date(test.at),
  day: test.day,
  minutes: test.minutes,
  state: 'planned',
  reason: null,
  movedFrom: null,
  movedBecause: null,
})
