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
  const wanted = units.find(({ centralUnitId }) => centralUnitId === unitId)
  const unit = facts.units.find(({ id }) => id === unitId)
  if (!wanted || !unit) return false
  return hasTakenDates(unit.reported[kind], wanted[kind], unitDatesOfTests(rows, { centralUnitId: unitId, kind }))
}

const stateOf = (row: PlannedTestRow, { plan }: PlanView, taken: ReadonlySet<string>): PlannedTest['state'] => {
  if (row.state !== 'planned') return row.state
  if (plan.state === 'draft') return 'proposed'
  return taken.has(`${row.centralUnitId} ${row.kind}`) ? 'inEffect' : 'notYet'
}

const toPlannedTest = (row: PlannedTestRow, seen: PlanView, taken: ReadonlySet<string>): PlannedTest => ({
  id: row.id,
  cu: seen.facts.units.find(({ id }) => id === row.centralUnitId)?.unit ?? '',
  kind: row.kind,
  by: row.planner,
  group: row.group,
  lamps: row.lamps.length,
  at: row.startsAt.toISOString(),
  day: row.day,
  minutes: row.minutes,
  state: stateOf(row, seen, taken),
  reason: row.reason,
  movedFrom: row.movedFrom?.toISOString() ?? null,
  movedBecause: row.movedBecause,
})

/** The worst moment from the rows themselves: a test that was not executed discharges nothing. */
const findWorstMoment = ({ rows, facts, plan }: PlanView): TestPlan['worst'] => {
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const known = numbers.get(key) ?? numbers.size
    numbers.set(key, known)
    return known
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
  const worst = worstOf(placed, facts.chargeHours)
  if (!worst) return null
  const total = facts.lamps.length
  const at = new Date(worst.at)
  const day = placed.find((test) => test.at === worst.at)?.day ?? ''
  return { at: at.toISOString(), day, ready: Math.max(0, total - worst.out), total, share: shareOf(worst.out, total) }
}

/** Units that took their dates and report other ones since: people changed them. */
const changedUnits = (seen: PlanView, taken: ReadonlySet<string>): PlanConflict[] =>
  seen.units.flatMap(({ centralUnitId, takenAt }) => {
    const unit = seen.facts.units.find(({ id }) => id === centralUnitId)
    if (takenAt === null || !unit) return []
    return (['functional', 'autonomy'] as const).flatMap((test): PlanConflict[] =>
      taken.has(`${centralUnitId} ${test}`) ? [] : [{ kind: 'unitChanged', unsolved: true, cu: unit.unit, test }],
    )
  })

/** A plan as members see it. */
export const viewPlan = async (tx: Tx, plan: TestPlanRow, { plant, facts }: CollectedFacts): Promise<TestPlan> => {
  const rows = await listPlannedTests(tx, [plan.id])
  const units = plan.state === 'accepted' ? await listPlanUnits(tx, plan.id) : []
  const seen: PlanView = { plan, rows, units, facts }
  const planned = units.flatMap(({ centralUnitId }) =>
    (['functional', 'autonomy'] as const).map((kind) => ({ centralUnitId, kind })),
  )
  const taken = new Set(
    planned
      .filter(({ centralUnitId, kind }) => hasUnitTakenDates(seen, centralUnitId, kind))
      .map(({ centralUnitId, kind }) => `${centralUnitId} ${kind}`),
  )
  const span = { from: plan.fromDay, until: plan.untilDay }
  const free = await listFreeDays(plant.country, plan.wishes, span)
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
    worst: findWorstMoment(seen),
    tests: rows.map((row) => toPlannedTest(row, seen, taken)),
    conflicts: [...changedUnits(seen, taken), ...plan.conflicts].slice(0, 300),
    keptFree: [...free].filter((day) => day >= span.from && day <= span.until).toSorted(),
    waiting: units.flatMap(({ centralUnitId, takenAt }) => {
      const unit = facts.units.find(({ id }) => id === centralUnitId)
      return takenAt === null && unit ? [{ cu: unit.unit, silent: !unit.online }] : []
    }),
  }
}
