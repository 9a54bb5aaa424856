import { type PlanConflict, planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import { dayIn } from '../../../kernel/zoned.ts'
import type { PlanFacts } from '../plan-facts.ts'
import { dischargesNeighbours, isAhead } from './kept-dates.rules.ts'
import { roomsOfOneGroup } from './neighbours.rules.ts'
import type { PlannedYear, PlanTask } from './plan-year.rules.ts'
import { areApart, type Placement } from './test-schedule.rules.ts'

const maxListedAddrs = 10
const percent = (part: number, total: number): number => (total > 0 ? Math.floor((1000 * part) / total) / 10 : 100)

/** Percentage of ready lamps while `out` lamps are not, never rounded up. */
export const shareOf = (out: number, total: number): number => percent(total - out, total)

const lampFields = ({ lamps, units }: PlanFacts, indexes: readonly number[]) => {
  const first = lamps[indexes[0] ?? -1]
  const addrs = indexes.flatMap((at) => lamps[at]?.addr ?? []).slice(0, maxListedAddrs)
  return { cu: units.find(({ id }) => id === first?.unitId)?.unit ?? '', lamps: indexes.length, addrs }
}

const groupByUnit = ({ lamps }: PlanFacts, indexes: readonly number[]): number[][] => [
  ...Map.groupBy(indexes, (at) => lamps[at]?.unitId ?? '').values(),
]

const unplacedConflicts = ({ unplaced }: PlannedYear, { facts }: PlanTask): PlanConflict[] =>
  unplaced.flatMap(({ cause, kind, lamps }) =>
    groupByUnit(facts, lamps).map((unitIndexes) => ({
      kind: 'unplaced',
      unsolved: true,
      cause,
      test: kind,
      ...lampFields(facts, unitIndexes),
    })),
  )

const lateConflicts = ({ late: tests }: PlannedYear, { facts }: PlanTask): PlanConflict[] =>
  [...Map.groupBy(tests, ({ unitId }) => unitId).values()].map((unitTests) => ({
    kind: 'late',
    unsolved: true,
    ...lampFields(
      facts,
      unitTests.flatMap(({ lamps }) => lamps),
    ),
    to: unitTests
      .map(({ day }) => day)
      .toSorted()
      .at(-1),
  }))

const shareConflicts = ({ worst: worstMoment }: PlannedYear, { facts, settings }: PlanTask): PlanConflict[] => {
  const reachedShare = shareOf(worstMoment?.out ?? 0, facts.lamps.length)
  return reachedShare < settings.ready ? [{ kind: 'shareNotReached', unsolved: true, share: reachedShare }] : []
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

/** Units with tests on their own dates: the plan works around the next of these. */
const findKeptDateConflicts = (task: PlanTask): PlanConflict[] => {
  const { facts, keptDates = [] } = task
  const upcomingTests = keptDates.filter((test) => isAhead(test, task)).toSorted((a, b) => a.at - b.at)
  const next = [...Map.groupBy(upcomingTests, ({ unitId, kind }) => `${unitId} ${kind}`).values()].flatMap(
    ([test]) => test ?? [],
  )
  return next.map((test) => ({
    kind: 'keptDate',
    unsolved: dischargesNeighbours(test),
    test: test.kind,
    day: test.day,
    ...lampFields(facts, test.lamps),
    ...(dischargesNeighbours(test) && { share: shareOf(test.lamps.length, facts.lamps.length) }),
  }))
}

/** Own dates of two units in collision with each other or with a running test: no plan can avoid these. */
const findKeptTogetherConflicts = ({ tests }: PlannedYear, task: PlanTask): PlanConflict[] => {
  const { facts, keptDates = [] } = task
  const upcomingTests = keptDates.filter((test) => isAhead(test, task))
  const cuOf = (unitId: string) => facts.units.find(({ id }) => id === unitId)?.unit ?? ''
  const isInstead = (first: Placement, other: Placement) => first.unitId === other.unitId && other.by === 'unit'
  const isEmptying = (first: Placement, other: Placement) => first.kind === 'autonomy' || other.kind === 'autonomy'
  return upcomingTests.flatMap((first, n) =>
    [...tests, ...upcomingTests.slice(n + 1)]
      .filter(
        (other) => isEmptying(first, other) && !isInstead(first, other) && !areApart(first, other, facts.chargeHours),
      )
      .map((other) => ({
        kind: 'keptTogether',
        unsolved: true,
        cu: cuOf(first.unitId),
        other: cuOf(other.unitId),
        day: first.at < other.at ? other.day : first.day,
      })),
  )
}

/** A unit whose own dates would test all its lamps in one night. */
const replacedConflicts = ({ tests }: PlannedYear, task: PlanTask): PlanConflict[] => {
  const { facts, span } = task
  return facts.units.flatMap(({ id, unit, reported }): PlanConflict[] => {
    const next = reported.autonomy?.next
    const lampCount = facts.lamps.filter(({ unitId }) => unitId === id).length
    const partialTests = tests.filter(
      ({ unitId, kind, by }) => unitId === id && kind === 'autonomy' && by === 'platform',
    )
    if (!next || partialTests.length < 2 || keepsAutonomyDate(task, id)) return []
    const day = dayIn(new Date(next), facts.zone)
    if (day < span.from || day > span.until) return []
    const shareOfLamps = shareOf(lampCount, facts.lamps.length)
    return [{ kind: 'unitPlanReplaced', unsolved: false, cu: unit, lamps: lampCount, day, share: shareOfLamps }]
  })
}

const sameGroupConflicts = ({ facts }: PlanTask): PlanConflict[] =>
  roomsOfOneGroup(facts.lamps)
    .flatMap((roomIndexes) => groupByUnit(facts, roomIndexes))
    .map((unitIndexes) => ({ kind: 'sameGroup', unsolved: false, ...lampFields(facts, unitIndexes) }))

/** Blocked nights on the preferred weekday, and the days in their place. */
const shiftedConflicts = ({ tests, free: freeTime }: PlannedYear, { facts, settings }: PlanTask): PlanConflict[] => {
  const days = [...new Set(tests.flatMap(({ kind, day }) => (kind === 'autonomy' ? [day] : [])))].toSorted()
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  return freeTime.slots(settings.autonomyAt, facts.ratedMinutes).flatMap((slot): PlanConflict[] => {
    if (!('blocked' in slot) || slot.weekday !== settings.weekday || slot.day < first || slot.day > last) return []
    if (slot.blocked === 'hoursOfUse') return []
    const to = days.find((day) => day > slot.day)
    return [{ kind: slot.blocked, unsolved: false, day: slot.day, ...(to && { to }) }]
  })
}

/** A plan's conflicts: those only a person can solve first, then by number of lamps. */
export const conflictsOf = (plan: PlannedYear, task: PlanTask): PlanConflict[] =>
  [
    ...shareConflicts(plan, task),
    ...unplacedConflicts(plan, task),
    ...lateConflicts(plan, task),
    ...offlineConflicts(task),
    ...findKeptTogetherConflicts(plan, task),
    ...findKeptDateConflicts(task),
    ...replacedConflicts(plan, task),
    ...sameGroupConflicts(task),
    ...shiftedConflicts(plan, task),
  ]
    .toSorted((a, b) => Number(b.unsolved) - Number(a.unsolved) || (b.lamps ?? 0) - (a.lamps ?? 0))
    .slice(0, planLimits.conflicts)
