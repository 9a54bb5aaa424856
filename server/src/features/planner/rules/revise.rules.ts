import type { MoveReason } from '@vigilux/contract/features/planner/test-plan.ts'
import { dayMs, hourMs, type PlanFacts } from '../plan-facts.ts'
import type { PlannedTestRow } from '../planner.store.ts'
import { cellOf } from './cells.rules.ts'
import { neighboursOf } from './neighbours.rules.ts'
import type { PlanTask } from './plan-year.rules.ts'
import { createTestSchedule, endOf, type Placement, type TestSchedule } from './test-schedule.rules.ts'

/** A test that cannot stay as it is, and why. */
export type Dropped = { row: PlannedTestRow; because: MoveReason; lamps: readonly number[] }

export type SortedPlan = {
  kept: Placement[]
  dropped: Dropped[]
  functionalStays: Set<string>
}

type Numbers = ReadonlyMap<string, number>
const numbersOf = ({ lamps }: PlanFacts): Numbers =>
  new Map(lamps.map(({ unitId, addr }, at) => [`${unitId} ${addr}`, at]))

const placementOf = (row: PlannedTestRow, facts: PlanFacts, numbers: Numbers): Placement => {
  const lamps = row.lamps.flatMap((addr) => numbers.get(`${row.centralUnitId} ${addr}`) ?? [])
  return {
    unitId: row.centralUnitId,
    group: row.group,
    lamps,
    beside: new Set(),
    kind: row.kind,
    by: row.planner,
    day: row.day,
    at: row.startsAt.getTime(),
    minutes: row.minutes,
    id: row.id,
    came: row.movedBecause === 'lampsChanged' && row.movedFrom === null,
  }
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length

/** By unit, the lamps that may be tested. */
const lampsOfUnits = ({ lamps, units, alwaysOpen }: PlanFacts): Map<string, number[]> => {
  const may = new Set(units.flatMap(({ id, enrolled, enabled }) => (enrolled && enabled ? [id] : [])))
  const numbers = lamps.flatMap(({ unitId, parity }, at) =>
    may.has(unitId) && !(alwaysOpen && parity === null) ? [at] : [],
  )
  return Map.groupBy(numbers, (at) => lamps[at]?.unitId ?? '')
}

/**
 * Whether a unit's future functional tests still cover all its lamps, except lamps whose last test of the plan is over; group by
 * group where that is required.
 */
const functionalHolds = (
  tests: readonly Placement[],
  through: readonly number[],
  its: readonly number[],
  { lamps, alwaysOpen }: PlanFacts,
): boolean => {
  const covered = [...new Set([...through, ...tests.flatMap((test) => test.lamps)])]
  if (its.length === 0 || !sameNumbers(covered, its)) return false
  return !alwaysOpen || tests.every((test) => new Set(test.lamps.map((at) => lamps[at]?.parity)).size === 1)
}

/** Why an autonomy test cannot stay; null when it can. */
const autonomyFault = (
  test: Placement,
  row: PlannedTestRow,
  its: readonly number[],
  { lamps, alwaysOpen }: PlanFacts,
): MoveReason | null => {
  if (test.lamps.some((at) => test.beside.has(at))) return 'neighboursChanged'
  if (alwaysOpen && new Set(test.lamps.map((at) => lamps[at]?.parity)).size > 1) return 'neighboursChanged'
  // A unit tests all its lamps, so a lamp that joined or left makes the test a different one.
  if (row.planner === 'unit' && !sameNumbers(test.lamps, its)) return 'lampsChanged'
  return null
}

type RevisionContext = {
  facts: PlanFacts
  begin: number
  book: TestSchedule
  /** Contains only the dates that units keep. */
  keptDatesBook: TestSchedule
  units: ReadonlyMap<string, number[]>
  found: SortedPlan
} & {
  /** A row with those of its lamps that still exist and may be tested. */
  filled(row: PlannedTestRow): Placement
  keep(test: Placement): void
  drop(row: PlannedTestRow, because: MoveReason, lamps: readonly number[]): void
}

const createRevisionContext = ({ facts, wishes, begin, keptDates = [] }: PlanTask): RevisionContext => {
  const neighbours = neighboursOf(facts.lamps)
  const numbers = numbersOf(facts)
  const units = lampsOfUnits(facts)
  const most = Math.max(1, Math.floor(facts.lamps.length * (1 - wishes.ready / 100)))
  const bookOf = () => createTestSchedule({ chargeHours: facts.chargeHours, max: most, keptDates })
  const book = bookOf()
  const found: SortedPlan = { kept: [], dropped: [], functionalStays: new Set() }
  return {
    facts,
    begin,
    book,
    keptDatesBook: bookOf(),
    units,
    found,
    filled(row) {
      const bare = placementOf(row, facts, numbers)
      const its = units.get(row.centralUnitId) ?? []
      // A unit's own functional test covers all lamps that the unit has at that time.
      const isWhole = row.planner === 'unit' && row.kind === 'functional'
      const mayBe = new Set(its)
      const lamps = isWhole ? its : bare.lamps.filter((at) => mayBe.has(at))
      return { ...bare, ...cellOf(lamps, facts.lamps, neighbours), unitId: row.centralUnitId, group: row.group }
    },
    keep(test) {
      book.add(test)
      found.kept.push(test)
    },
    drop: (row, because, lamps) => void found.dropped.push({ row, because, lamps }),
  }
}

/** Tests whose time has come: they block others while their lamps charge. A test that never began is dropped. */
const sortPast = (ground: RevisionContext, rows: readonly PlannedTestRow[]): void => {
  for (const row of rows) {
    const test = ground.filled(row)
    if (row.state === 'notExecuted' || test.lamps.length === 0) continue
    if (row.state === 'planned' && row.planner === 'platform') ground.drop(row, 'passed', test.lamps)
    else if (endOf(test) + ground.facts.chargeHours * hourMs > ground.begin) ground.keep(test)
  }
}

const dropAll = (ground: RevisionContext, rows: readonly PlannedTestRow[], reason: MoveReason): void => {
  for (const row of rows) ground.drop(row, reason, ground.filled(row).lamps)
}

/** A unit's functional tests stay together, or all are dropped. */
const sortFunctional = (
  ground: RevisionContext,
  rows: readonly PlannedTestRow[],
  through: ReadonlyMap<string, readonly number[]>,
): void => {
  const ahead = Map.groupBy(rows, ({ centralUnitId }) => centralUnitId)
  for (const unitId of new Set([...ahead.keys(), ...through.keys()])) {
    const its = ahead.get(unitId) ?? []
    const tests = its.map(ground.filled)
    const holds = functionalHolds(tests, through.get(unitId) ?? [], ground.units.get(unitId) ?? [], ground.facts)
    if (!holds) dropAll(ground, its, 'lampsChanged')
    else if (!tests.every(ground.keptDatesBook.fits)) dropAll(ground, its, 'keptDate')
    else {
      ground.found.functionalStays.add(unitId)
      for (const test of tests) ground.keep(test)
    }
  }
}

/** Lamps of each unit whose next functional test is due only after the plan. */
const coveredThrough = (
  ground: RevisionContext,
  rows: readonly PlannedTestRow[],
  end: number,
): Map<string, number[]> => {
  const due = end - ground.facts.functionDays * dayMs
  const last = rows.filter(
    ({ kind, state, startsAt }) => kind === 'functional' && state !== 'notExecuted' && startsAt.getTime() >= due,
  )
  const byUnit = Map.groupBy(last, ({ centralUnitId }) => centralUnitId)
  return new Map([...byUnit].map(([unitId, its]) => [unitId, its.flatMap((row) => ground.filled(row).lamps)]))
}

const sortAutonomy = (ground: RevisionContext, rows: readonly PlannedTestRow[]): void => {
  for (const row of rows) {
    const test = ground.filled(row)
    const its = ground.units.get(row.centralUnitId) ?? []
    const isNoMore = test.lamps.length === 0
    const fault = isNoMore ? 'lampsChanged' : autonomyFault(test, row, its, ground.facts)
    if (fault) ground.drop(row, fault, test.lamps)
    else if (ground.book.fits(test)) ground.keep(test)
    else ground.drop(row, ground.keptDatesBook.fits(test) ? 'neighboursChanged' : 'keptDate', test.lamps)
  }
}

/**
 * Splits a plan's tests into those that still hold and those to drop. Tests that are over or have begun stay while their lamps
 * charge; of the future ones all that are compatible stay. A date that passed before the plan was accepted is dropped.
 */
export const sortPlan = (rows: readonly PlannedTestRow[], task: PlanTask): SortedPlan => {
  const ground = createRevisionContext(task)
  const isAhead = (row: PlannedTestRow) => row.state === 'planned' && row.startsAt.getTime() >= (task.now ?? task.begin)
  const ahead = rows.filter(isAhead)
  const past = rows.filter((row) => !isAhead(row))
  sortPast(ground, past)
  const { facts, span } = task
  const end = Temporal.PlainDate.from(span.until).add({ days: 1 }).toZonedDateTime(facts.zone).epochMilliseconds
  sortFunctional(
    ground,
    ahead.filter(({ kind }) => kind === 'functional'),
    coveredThrough(ground, past, end),
  )
  sortAutonomy(
    ground,
    ahead.filter(({ kind }) => kind === 'autonomy'),
  )
  return ground.found
}

/** The previous test of a new test's lamps: the one that most of them come from. */
export const previousTestOf = (
  test: Pick<Placement, 'unitId' | 'kind' | 'lamps' | 'at'>,
  dropped: readonly Dropped[],
): Dropped | undefined => {
  const shared = ({ lamps }: Dropped) => lamps.filter((at) => test.lamps.includes(at)).length
  const far = ({ row }: Dropped) => Math.abs(row.startsAt.getTime() - test.at)
  return dropped
    .filter((one) => one.row.centralUnitId === test.unitId && one.row.kind === test.kind && shared(one) > 0)
    .toSorted((a, b) => shared(b) - shared(a) || far(a) - far(b))[0]
}
