import { type PlanConflict, planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import { dayIn } from '../../../kernel/zoned.ts'
import type { PlanFacts } from '../plan-facts.ts'
import { dischargesNeighbours, isAhead } from './kept-dates.rules.ts'
import { roomsOfOneGroup } from './neighbours.rules.ts'
import type { PlannedYear, PlanTask } from './plan-year.rules.ts'
import { areApart, type Placement } from './test-schedule.rules.ts'

const namedAddrs = 10
const percent = (part: number, whole: number): number => (whole > 0 ? Math.floor((1000 * part) / whole) / 10 : 100)

/** Percentage of ready lamps while `out` lamps are not, never rounded up. */
export const shareOf = (out: number, total: number): number => percent(total - out, total)

const ofLamps = ({ lamps, units }: PlanFacts, its: readonly number[]) => {
  const first = lamps[its[0] ?? -1]
  const addrs = its.flatMap((at) => lamps[at]?.addr ?? []).slice(0, namedAddrs)
  return { cu: units.find(({ id }) => id === first?.unitId)?.unit ?? '', lamps: its.length, addrs }
}

const byUnit = ({ lamps }: PlanFacts, its: readonly number[]): number[][] => [
  ...Map.groupBy(its, (at) => lamps[at]?.unitId ?? '').values(),
]

const unplacedConflicts = ({ unplaced: without }: PlannedYear, { facts }: PlanTask): PlanConflict[] =>
  without.flatMap(({ cause, kind, lamps }) =>
    byUnit(facts, lamps).map((its) => ({
      kind: 'unplaced',
      unsolved: true,
      cause,
      test: kind,
      ...ofLamps(facts, its),
    })),
  )

const lateConflicts = ({ late: tests }: PlannedYear, { facts }: PlanTask): PlanConflict[] =>
  [...Map.groupBy(tests, ({ unitId }) => unitId).values()].map((its) => ({
    kind: 'late',
    unsolved: true,
    ...ofLamps(
      facts,
      its.flatMap(({ lamps }) => lamps),
    ),
    to: its
      .map(({ day }) => day)
      .toSorted()
      .at(-1),
  }))

const shareConflicts = ({ worst }: PlannedYear, { facts, wishes }: PlanTask): PlanConflict[] => {
  const reached = shareOf(worst?.out ?? 0, facts.lamps.length)
  return reached < wishes.ready ? [{ kind: 'shareNotReached', unsolved: true, share: reached }] : []
}

/** Offline units: they get their dates when they answer. */
const offlineConflicts = ({ facts }: PlanTask): PlanConflict[] =>
  facts.units.flatMap(({ id, unit, enrolled, enabled, online }) => {
    const count = facts.lamps.filter(({ unitId }) => unitId === id).length
    if (online || !enrolled || !enabled || count === 0) return []
    return [{ kind: 'unitSilent', unsolved: true, cu: unit, lamps: count }]
  })

const keepsAutonomyDate = ({ keptDates = [] }: PlanTask, unitId: string): boolean =>
  keptDates.some((test) => test.unitId === unitId && test.kind === 'autonomy')

/** Units that test on their own dates: the plan works around the next of these. */
const keptDateConflicts = (task: PlanTask): PlanConflict[] => {
  const { facts, keptDates = [] } = task
  const ahead = keptDates.filter((test) => isAhead(test, task)).toSorted((a, b) => a.at - b.at)
  const next = [...Map.groupBy(ahead, ({ unitId, kind }) => `${unitId} ${kind}`).values()].flatMap(
    ([test]) => test ?? [],
  )
  return next.map((test) => ({
    kind: 'keptDate',
    unsolved: dischargesNeighbours(test),
    test: test.kind,
    day: test.day,
    ...ofLamps(facts, test.lamps),
    ...(dischargesNeighbours(test) && { share: shareOf(test.lamps.length, facts.lamps.length) }),
  }))
}

/** Own dates of two units that collide, or that collide with a running test: no plan can avoid these. */
const keptTogetherConflicts = ({ tests }: PlannedYear, task: PlanTask): PlanConflict[] => {
  const { facts, keptDates = [] } = task
  const ahead = keptDates.filter((test) => isAhead(test, task))
  const cuOf = (unitId: string) => facts.units.find(({ id }) => id === unitId)?.unit ?? ''
  const isInstead = (own: Placement, other: Placement) => own.unitId === other.unitId && other.by === 'unit'
  const isEmptying = (own: Placement, other: Placement) => own.kind === 'autonomy' || other.kind === 'autonomy'
  return ahead.flatMap((own, n) =>
    [...tests, ...ahead.slice(n + 1)]
      .filter((other) => isEmptying(own, other) && !isInstead(own, other) && !areApart(own, other, facts.chargeHours))
      .map((other) => ({
        kind: 'keptTogether',
        unsolved: true,
        cu: cuOf(own.unitId),
        other: cuOf(other.unitId),
        day: own.at < other.at ? other.day : own.day,
      })),
  )
}

/** A unit that would test all its lamps in one night if it kept its own dates. */
const replacedConflicts = ({ tests }: PlannedYear, task: PlanTask): PlanConflict[] => {
  const { facts, span } = task
  return facts.units.flatMap(({ id, unit, reported }): PlanConflict[] => {
    const next = reported.autonomy?.next
    const its = facts.lamps.filter(({ unitId }) => unitId === id).length
    const small = tests.filter(({ unitId, kind, by }) => unitId === id && kind === 'autonomy' && by === 'platform')
    if (!next || small.length < 2 || keepsAutonomyDate(task, id)) return []
    const day = dayIn(new Date(next), facts.zone)
    if (day < span.from || day > span.until) return []
    const over = shareOf(its, facts.lamps.length)
    return [{ kind: 'unitPlanReplaced', unsolved: false, cu: unit, lamps: its, day, share: over }]
  })
}

const sameGroupConflicts = ({ facts }: PlanTask): PlanConflict[] =>
  roomsOfOneGroup(facts.lamps)
    .flatMap((its) => byUnit(facts, its))
    .map((its) => ({ kind: 'sameGroup', unsolved: false, ...ofLamps(facts, its) }))

/** Nights on the preferred weekday that were blocked, and the days that replaced them. */
const shiftedConflicts = ({ tests, free }: PlannedYear, { facts, wishes }: PlanTask): PlanConflict[] => {
  const days = [...new Set(tests.flatMap(({ kind, day }) => (kind === 'autonomy' ? [day] : [])))].toSorted()
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  return free.slots(wishes.autonomyAt, facts.ratedMinutes).flatMap((slot): PlanConflict[] => {
    if (!('blocked' in slot) || slot.weekday !== wishes.weekday || slot.day < first || slot.day > last) return []
    if (slot.blocked === 'hoursOfUse') return []
    const to = days.find((day) => day > slot.day)
    return [{ kind: slot.blocked, unsolved: false, day: slot.day, ...(to && { to }) }]
  })
}

/** A plan's conflicts: those that need a person first, then by number of lamps. */
export const conflictsOf = (plan: PlannedYear, task: PlanTask): PlanConflict[] =>
  [
    ...shareConflicts(plan, task),
    ...unplacedConflicts(plan, task),
    ...lateConflicts(plan, task),
    ...offlineConflicts(task),
    ...keptTogetherConflicts(plan, task),
    ...keptDateConflicts(task),
    ...replacedConflicts(plan, task),
    ...sameGroupConflicts(task),
    ...shiftedConflicts(plan, task),
  ]
    .toSorted((a, b) => Number(b.unsolved) - Number(a.unsolved) || (b.lamps ?? 0) - (a.lamps ?? 0))
    .slice(0, planLimits.conflicts)
