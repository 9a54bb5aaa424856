import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { toZoned } from '../../kernel/zoned.ts'
import type { CollectedFacts } from './collect-plan-facts.ts'
import { publicHolidays } from './holidays.ts'
import type { PlanSpan } from './plan-facts.ts'
import type { PlannedTestRow } from './planner.store.ts'
import type { PlanTask } from './rules/plan-year.rules.ts'
import type { Placement } from './rules/test-schedule.rules.ts'

/** A plan year from tomorrow, in the plant's zone. */
export const planYearFrom = (now: Date, zone: string): PlanSpan => {
  const from = toZoned(now, zone).toPlainDate().add({ days: 1 })
  return { from: from.toString(), until: from.add({ years: 1 }).subtract({ days: 1 }).toString() }
}

/** Days to keep free in a span and shortly after it. */
export const listFreeDays = async (
  country: string,
  settings: PlanSettings,
  span: PlanSpan,
): Promise<ReadonlySet<string>> => {
  const [first, last] = [Number(span.from.slice(0, 4)), Number(span.until.slice(0, 4)) + 1]
  const holidays = await publicHolidays(
    country,
    Array.from({ length: last - first + 1 }, (_, n) => first + n),
  )
  return new Set([...holidays, ...settings.freeDays])
}

export const createPlanTask = async (
  { plant, facts }: CollectedFacts,
  settings: PlanSettings,
  { span, begin }: { span: PlanSpan; begin: number },
): Promise<PlanTask> => ({
  facts,
  settings,
  span,
  begin,
  keptFree: await listFreeDays(plant.country, settings, span),
})

/** Converts a planned test to its database row. */
export const toPlannedTestRow = (
  { facts }: Pick<PlanTask, 'facts'>,
  test: Placement,
  testRef: Pick<PlannedTestRow, 'id' | 'planId' | 'plantId'>,
): PlannedTestRow => ({
  ...testRef,
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
