import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { CalendarTest, PlanChange } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { viewTestsById } from '../emergency-tests/index.ts'
import {
  type CalendarPlant,
  dateCommands,
  endOfSpans,
  listPlanChanges,
  listPlanningUnits,
  listSetDates,
  type PlanningUnit,
  type PlantCondition,
  type PlantSpan,
} from './calendar.store.ts'
import { listTestsOfPage, type MonthTest, type TestFilter } from './calendar-tests.store.ts'
import { isAmbiguous, type Plan, plannedDates } from './planned-dates.ts'

export type PlannedOfUnit = { unit: PlanningUnit; kind: TestKind; plan: Plan; plant: CalendarPlant }

/**
 * Schedules of these plants' units with a next date before a time, each with the date set by people when the reported
 * one hides part of it.
 */
export const readPlans = async (
  tx: Tx,
  ofPlants: PlantCondition,
  { ofKind, search, before }: TestFilter & { before?: Date } = {},
): Promise<PlannedOfUnit[]> => {
  const kinds = ofKind ? [ofKind] : testKinds
  const plans: PlannedOfUnit[] = []
  for (const unit of await listPlanningUnits(tx, ofPlants, { search, before })) {
    const { plantId: id, plantname, timezone } = unit
    for (const kind of kinds) {
      const { next, period = null, deferred = false } = unit[kind] ?? {}
      if (next && (!before || Date.parse(next) < before.getTime()))
        plans.push({
          unit,
          kind,
          plant: { id, plantname, timezone },
          plan: { next: new Date(next), period, deferred, set: null },
        })
    }
  }
  const ambiguousPlans = plans.filter(({ plan, plant }) => isAmbiguous(plan, plant.timezone))
  const setDates = await listSetDates(
    tx,
    ambiguousPlans.map(({ unit }) => unit),
  )
  for (const { plan, unit, kind } of ambiguousPlans)
    plan.set = setDates.get(`${unit.plantId} ${unit.unit} ${dateCommands[kind]}`) ?? null
  return plans
}

/** A date of a unit's schedule. */
type UnitDate = PlannedOfUnit & { at: Date; first: boolean }

const toCalendarTest = (
  { id, plantname, timezone }: CalendarPlant,
  at: Date,
  test: Omit<CalendarTest, 'plant_id' | 'plantname' | 'timezone' | 'at' | 'day'>,
): CalendarTest => ({
  plant_id: id,
  plantname,
  timezone,
  at: at.toISOString(),
  day: dayIn(at, timezone),
  ...test,
})

const viewUnitDate = ({ unit, kind, plan, plant, at, first }: UnitDate, now: Date): CalendarTest =>
  toCalendarTest(plant, at, {
    cu: unit.unit,
    cu_id: unit.cuId,
    description: unit.description,
    kind,
    by: 'unit',
    deferred: plan.deferred && first,
    overdue: at < now,
    test: null,
  })

type KnownTest = Extract<MonthTest, { planned: null }>

const viewKnownTest = (
  { unit, cuId, description, kind, at, executed, plantId: id, plantname, timezone }: KnownTest,
  test: CalendarTest['test'],
  now: Date,
): CalendarTest =>
  toCalendarTest({ id, plantname, timezone }, at, {
    cu: unit,
    cu_id: cuId,
    description,
    kind,
    by: executed ? null : 'platform',
    deferred: false,
    overdue: !executed && at < now,
    test,
  })

/** Local days of a page, `from` ≤ day < `until`, as numbers. */
type MonthQuestion = TestFilter & {
  spans: readonly PlantSpan[]
  from: number
  until: number
  offset: number
  limit: number
  now: Date
}

/** A page of the tests of some local days, earliest first: planned by units, by the platform, and executed. */
export const readTests = async (
  tx: Tx,
  ofPlants: PlantCondition,
  { spans, from, until, offset, limit, now, ...filter }: MonthQuestion,
): Promise<{ tests: CalendarTest[]; total: number }> => {
  const dates = (await readPlans(tx, ofPlants, { ...filter, before: endOfSpans(spans) })).flatMap(
    (planned): UnitDate[] =>
      plannedDates(planned.plan, planned.plant.timezone, { from, until, now }).map(({ at }) => ({
        ...planned,
        at,
        first: at === planned.plan.next,
      })),
  )
  const plannedAt = dates.map(({ at }) => at)
  const page = await listTestsOfPage(tx, { ...filter, ofPlants, spans, plannedAt, offset, limit })
  const executedIds = page.tests.flatMap((test) => (test.planned === null && test.executed ? [test.id] : []))
  const executed = await viewTestsById(tx, executedIds)
  const tests = page.tests.flatMap((test): CalendarTest[] => {
    if (test.planned !== null) {
      const date = dates[test.planned]
      return date ? [viewUnitDate(date, now)] : []
    }
    const run = executed.get(test.id)
    return [viewKnownTest(test, run ? { id: run.id, verdict: verdictOf(run) } : null, now)]
  })
  return { tests, total: page.total }
}

/** A page of people's changes of test schedules, newest first. */
export const readChanges = async (
  tx: Tx,
  ofPlants: PlantCondition,
  page: { spans: readonly PlantSpan[]; offset: number; limit: number },
): Promise<{ changes: PlanChange[]; total: number }> => {
  const { changes, total } = await listPlanChanges(tx, ofPlants, page)
  return {
    total,
    changes: changes.map(({ at, plantId, plantname, timezone, unit, kind, field, before, after, userName }) => ({
      plant_id: plantId,
      plantname,
      timezone,
      at: at.toISOString(),
      unit: unit.name,
      cu: unit.id,
      kind,
      field,
      before,
      after,
      by: userName,
    })),
  }
}
