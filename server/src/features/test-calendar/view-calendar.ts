import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import {
  type CalendarTest,
  calendarLimits,
  type PlanChange,
  type PlannedTests,
  planFields,
} from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { viewTests } from '../emergency-tests/index.ts'
import {
  type CalendarPlant,
  dateCommands,
  listCalendarTests,
  listPlanChanges,
  listPlanningUnits,
  listSetDates,
  type PlanningUnit,
} from './calendar.store.ts'
import { isAmbiguous, type Plan, plannedDates } from './planned-dates.ts'

type PlannedOfUnit = { unit: PlanningUnit; kind: TestKind; plan: Plan; plant: CalendarPlant }

/** Schedules of these plants' units, each with the date that people set when the reported one hides part of it. */
export const readPlans = async (
  tx: Tx,
  plants: readonly CalendarPlant[],
): Promise<{ plans: PlannedOfUnit[]; cut: boolean }> => {
  const byId = new Map(plants.map((plant) => [plant.id, plant]))
  const found = await listPlanningUnits(tx, plants)
  const reportedPlans = found.slice(0, calendarLimits.units).flatMap((unit) =>
    testKinds.flatMap((kind): PlannedOfUnit[] => {
      const plant = byId.get(unit.plantId)
      const { next, period = null, deferred = false } = unit[kind] ?? {}
      return next && plant ? [{ unit, kind, plant, plan: { next: new Date(next), period, deferred, set: null } }] : []
    }),
  )
  const ambiguousPlans = reportedPlans.filter(({ plan, plant }) => isAmbiguous(plan, plant.timezone))
  const set = await listSetDates(
    tx,
    ambiguousPlans.map(({ unit }) => unit),
  )
  const plans = reportedPlans.map((planned) => {
    const key = `${planned.plant.id} ${planned.unit.unit} ${dateCommands[planned.kind]}`
    return ambiguousPlans.includes(planned)
      ? { ...planned, plan: { ...planned.plan, set: set.get(key) ?? null } }
      : planned
  })
  return { plans, cut: found.length > calendarLimits.units }
}

/** A year's span in a plant's zone. */
type SpanIn = (zone: string) => { from: Date; until: Date }

export const viewPlanned = (plans: readonly PlannedOfUnit[], spanIn: SpanIn, now: Date): PlannedTests[] =>
  plans.flatMap(({ unit, kind, plan, plant: { id, timezone } }) => {
    const dates = plannedDates(plan, timezone, { ...spanIn(timezone), now })
    if (dates.length === 0) return []
    const { period, deferred } = plan
    return {
      plant_id: id,
      cu: unit.unit,
      cu_id: unit.cuId,
      description: unit.description,
      kind,
      period,
      deferred,
      by: 'unit' as const,
      dates: dates.map((at) => ({ at: at.toISOString(), day: dayIn(at, timezone), overdue: at < now })),
    }
  })

export const readTests = async (
  tx: Tx,
  plants: readonly CalendarPlant[],
  year: number,
  span: { from: Date; until: Date },
): Promise<{ tests: CalendarTest[]; cut: boolean }> => {
  const zones = new Map(plants.map(({ id, timezone }) => [id, timezone]))
  const found = await listCalendarTests(tx, plants, span)
  const rows = found.slice(0, calendarLimits.tests)
  const views = await viewTests(
    tx,
    rows.map(({ test }) => test),
  )
  const tests = rows.flatMap(({ test, cuId, description }, index): CalendarTest[] => {
    const view = views[index]
    const at = test.startedAt ?? test.requestedAt
    const day = dayIn(at, zones.get(test.plantId) ?? 'UTC')
    if (!view || !day.startsWith(`${year}-`)) return []
    return [{ plant_id: test.plantId, cu_id: cuId, description, at: at.toISOString(), day, test: view }]
  })
  return { tests, cut: found.length > calendarLimits.tests }
}

const auditText = (value: string | number | boolean | null): string | null => (value === null ? null : String(value))

export const readChanges = async (
  tx: Tx,
  plants: readonly CalendarPlant[],
  span: { from: Date; until: Date },
): Promise<PlanChange[]> => {
  const rows = await listPlanChanges(tx, plants, span)
  return rows
    .flatMap(({ at, plantId, unit, kind, changes, userName }) =>
      planFields.flatMap((field): PlanChange[] => {
        const change = changes?.find((one) => one.field === field)
        if (!change) return []
        const { before, after } = change
        // The first report that a test is not postponed is no change.
        if (field === 'differito' && before === null && after === false) return []
        const planChange = { field, before: auditText(before), after: auditText(after), by: userName }
        return [{ at: at.toISOString(), plant_id: plantId, unit: unit.name, cu: unit.id, kind, ...planChange }]
      }),
    )
    .slice(0, calendarLimits.changes)
}
