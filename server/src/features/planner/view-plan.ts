import type { PlanConflict, PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { CollectedFacts } from './collect-plan-facts.ts'
import { unitDatesOfTests } from './late-ends.ts'
import type { PlanFacts } from './plan-facts.ts'
import { listFreeDays } from './plan-input.ts'
import {
  listPlannedTests,
  listPlanUnits,
  type PlannedTestRow,
  type PlanUnitRow,
  type TestPlanRow,
} from './planner.store.ts'
import { shareOf } from './rules/conflicts.rules.ts'
import { type Placement, worstOf } from './rules/test-schedule.rules.ts'
import { hasTakenDates } from './rules/unit-dates.rules.ts'

type Kind = PlannedTest['kind']
type PlanView = { plan: TestPlanRow; rows: readonly PlannedTestRow[]; units: readonly PlanUnitRow[]; facts: PlanFacts }

/** Whether a unit reports the plan's dates. */
const hasUnitTakenDates = ({ units, rows, facts }: PlanView, unitId: string, kind: Kind): boolean => {
  const planUnit = units.find(({ centralUnitId }) => centralUnitId === unitId)
  const unit = facts.units.find(({ id }) => id === unitId)
  if (!planUnit || !unit) return false
  return hasTakenDates(unit.reported[kind], planUnit[kind], unitDatesOfTests(rows, { centralUnitId: unitId, kind }))
}

const stateOf = (
  row: PlannedTestRow,
  { plan }: PlanView,
  unitsWithDates: ReadonlySet<string>,
): PlannedTest['state'] => {
  if (row.state !== 'planned') return row.state
  if (plan.state === 'draft') return 'proposed'
  return unitsWithDates.has(`${row.centralUnitId} ${row.kind}`) ? 'inEffect' : 'notYet'
}

const toPlannedTest = (row: PlannedTestRow, view: PlanView, unitsWithDates: ReadonlySet<string>): PlannedTest => ({
  id: row.id,
  cu: view.facts.units.find(({ id }) => id === row.centralUnitId)?.unit ?? '',
  kind: row.kind,
  by: row.planner,
  group: row.group,
  lamps: row.lamps.length,
  at: row.startsAt.toISOString(),
  day: row.day,
  minutes: row.minutes,
  state: stateOf(row, view, unitsWithDates),
  reason: row.reason,
  movedFrom: row.movedFrom?.toISOString() ?? null,
  movedBecause: row.movedBecause,
})

/** The worst moment from the rows themselves: an unexecuted test discharges nothing. */
const findWorstMoment = ({ rows, facts, plan }: PlanView): TestPlan['worst'] => {
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const index = numbers.get(key) ?? numbers.size
    numbers.set(key, index)
    return index
  }
  const placed = rows
    .filter(({ state }) => state !== 'notExecuted')
    .map(
      (row): Placement => ({
        unitId: row.centralUnitId,
        group: row.group,
        beside: new Set(),
        kind: row.kind,
        by: row.planner,
        lamps: row.lamps.map((addr) => numberOf(`${row.centralUnitId} ${addr}`)),
        day: row.day,
        at: row.startsAt.getTime(),
        minutes: row.minutes,
        id: plan.id,
      }),
    )
  const worstMoment = worstOf(placed, facts.chargeHours)
  if (!worstMoment) return null
  const total = facts.lamps.length
  const at = new Date(worstMoment.at)
  const day = placed.find((test) => test.at === worstMoment.at)?.day ?? ''
  return {
    at: at.toISOString(),
    day,
    ready: Math.max(0, total - worstMoment.out),
    total,
    share: shareOf(worstMoment.out, total),
  }
}

/** Units with their dates taken and other ones reported since: people changed them. */
const changedUnits = (view: PlanView, unitsWithDates: ReadonlySet<string>): PlanConflict[] =>
  view.units.flatMap(({ centralUnitId, acceptedAt }) => {
    const unit = view.facts.units.find(({ id }) => id === centralUnitId)
    if (acceptedAt === null || !unit) return []
    return (['functional', 'autonomy'] as const).flatMap((test): PlanConflict[] =>
      unitsWithDates.has(`${centralUnitId} ${test}`)
        ? []
        : [{ kind: 'unitChanged', unsolved: true, cu: unit.unit, test }],
    )
  })

/** A plan as members see it. */
export const viewPlan = async (tx: Tx, plan: TestPlanRow, { plant, facts }: CollectedFacts): Promise<TestPlan> => {
  const rows = await listPlannedTests(tx, [plan.id])
  const units = plan.state === 'accepted' ? await listPlanUnits(tx, plan.id) : []
  const view: PlanView = { plan, rows, units, facts }
  const plannedUnits = units.flatMap(({ centralUnitId }) =>
    (['functional', 'autonomy'] as const).map((kind) => ({ centralUnitId, kind })),
  )
  const unitsWithDates = new Set(
    plannedUnits
      .filter(({ centralUnitId, kind }) => hasUnitTakenDates(view, centralUnitId, kind))
      .map(({ centralUnitId, kind }) => `${centralUnitId} ${kind}`),
  )
  const span = { from: plan.fromDay, until: plan.untilDay }
  const freeDays = await listFreeDays(plant.country, plan.settings, span)
  const withLamps = new Set(facts.lamps.map(({ unitId }) => unitId))
  return {
    id: plan.id,
    state: plan.state === 'accepted' ? 'accepted' : 'draft',
    ...span,
    proposedAt: plan.proposedAt.toISOString(),
    proposedBy: plan.proposedByName,
    acceptedAt: plan.acceptedAt?.toISOString() ?? null,
    acceptedBy: plan.acceptedByName,
    lamps: facts.lamps.length,
    units: withLamps.size,
    alwaysOpen: facts.alwaysOpen,
    chargeHours: facts.chargeHours,
    worst: findWorstMoment(view),
    tests: rows.map((row) => toPlannedTest(row, view, unitsWithDates)),
    conflicts: [...changedUnits(view, unitsWithDates), ...plan.conflicts].slice(0, 300),
    keptFree: [...freeDays].filter((day) => day >= span.from && day <= span.until).toSorted(),
    waiting: units.flatMap(({ centralUnitId, acceptedAt }) => {
      const unit = facts.units.find(({ id }) => id === centralUnitId)
      return acceptedAt === null && unit ? [{ cu: unit.unit, silent: !unit.online }] : []
    }),
  }
}
