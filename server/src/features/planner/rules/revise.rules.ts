import type { MoveReason } from '@vigilux/contract/features/planner/test-plan.ts'
import { dayMs, hourMs, type PlanFacts } from '../plan-facts.ts'
import type { PlannedTestRow } from '../planner.store.ts'
import { cellOf } from './cells.rules.ts'
import { neighboursOf } from './neighbours.rules.ts'
import type { PlanTask } from './plan-year.rules.ts'
import { createTestSchedule, endOf, type Placement, type TestSchedule } from './test-schedule.rules.ts'

/** A test dropped from the plan, and why. */
export type Dropped = { row: PlannedTestRow; reason: MoveReason; lamps: readonly number[] }

export type SortedPlan = {
  keptTests: Placement[]
  dropped: Dropped[]
  functionalStays: Set<string>
}

type Numbers = ReadonlyMap<string, number>
const numbersOf = ({ lamps }: PlanFacts): Numbers =>
  new Map(lamps.map(({ unitId, addr }, at) => [`${unitId} ${addr}`, at]))

const placementOf = (row: PlannedTestRow, _facts: PlanFacts, numbers: Numbers): Placement => {
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

/** By unit, the testable lamps. */
const lampsOfUnits = ({ lamps, units, alwaysOpen }: PlanFacts): Map<string, number[]> => {
  const plannableUnits = new Set(units.flatMap(({ id, enrolled, enabled }) => (enrolled && enabled ? [id] : [])))
  const numbers = lamps.flatMap(({ unitId, parity }, at) =>
    plannableUnits.has(unitId) && !(alwaysOpen && parity === null) ? [at] : [],
  )
  return Map.groupBy(numbers, (at) => lamps[at]?.unitId ?? '')
}

/**
 * Whether a unit's future functional tests still cover all its lamps, except lamps whose last test of the plan is over;
 * group by group where required.
 */
const functionalHolds = (
  tests: readonly Placement[],
  testedLamps: readonly number[],
  unitLamps: readonly number[],
  { lamps, alwaysOpen }: PlanFacts,
): boolean => {
  const coveredLamps = [...new Set([...testedLamps, ...tests.flatMap((test) => test.lamps)])]
  if (unitLamps.length === 0 || !sameNumbers(coveredLamps, unitLamps)) return false
  return !alwaysOpen || tests.every((test) => new Set(test.lamps.map((at) => lamps[at]?.parity)).size === 1)
}

/** Why an autonomy test cannot stay; null when it can. */
const autonomyFault = (
  test: Placement,
  row: PlannedTestRow,
  unitLamps: readonly number[],
  { lamps, alwaysOpen }: PlanFacts,
): MoveReason | null => {
  if (test.lamps.some((at) => test.beside.has(at))) return 'neighboursChanged'
  if (alwaysOpen && new Set(test.lamps.map((at) => lamps[at]?.parity)).size > 1) return 'neighboursChanged'
  // A unit tests all its lamps, so an added or removed lamp makes the test a different one.
  if (row.planner === 'unit' && !sameNumbers(test.lamps, unitLamps)) return 'lampsChanged'
  return null
}

type RevisionContext = {
  facts: PlanFacts
  begin: number
  book: TestSchedule
  /** Contains only the dates kept by units. */
  keptDatesBook: TestSchedule
  units: ReadonlyMap<string, number[]>
  found: SortedPlan
} & {
  /** A row with its still existing and testable lamps. */
  filled(row: PlannedTestRow): Placement
  keep(test: Placement): void
  drop(row: PlannedTestRow, reason: MoveReason, lamps: readonly number[]): void
}

const createRevisionContext = ({ facts, settings, begin, keptDates = [] }: PlanTask): RevisionContext => {
  const neighbours = neighboursOf(facts.lamps)
  const numbers = numbersOf(facts)
  const units = lampsOfUnits(facts)
  const maxLamps = Math.max(1, Math.floor(facts.lamps.length * (1 - settings.ready / 100)))
  const createSchedule = () => createTestSchedule({ chargeHours: facts.chargeHours, max: maxLamps, keptDates })
  const schedule = createSchedule()
  const found: SortedPlan = { keptTests: [], dropped: [], functionalStays: new Set() }
  return {
    facts,
    begin,
    book: schedule,
    keptDatesBook: createSchedule(),
    units,
    found,
    filled(row) {
      const placement = placementOf(row, facts, numbers)
      const unitLamps = units.get(row.centralUnitId) ?? []
      // A unit's own functional test covers all its lamps at the time.
      const isWhole = row.planner === 'unit' && row.kind === 'functional'
      const unitLampSet = new Set(unitLamps)
      const lamps = isWhole ? unitLamps : placement.lamps.filter((at) => unitLampSet.has(at))
      return { ...placement, ...cellOf(lamps, facts.lamps, neighbours), unitId: row.centralUnitId, group: row.group }
    },
    keep(test) {
      schedule.add(test)
      found.keptTests.push(test)
    },
    drop: (row, reason, lamps) => void found.dropped.push({ row, reason, lamps }),
  }
}

/** Due tests: they block others while their lamps charge. A test that never began is dropped. */
const sortPast = (context: RevisionContext, rows: readonly PlannedTestRow[]): void => {
  for (const row of rows) {
    const test = context.filled(row)
    if (row.state === 'notExecuted' || test.lamps.length === 0) continue
    if (row.state === 'planned' && row.planner === 'platform') context.drop(row, 'passed', test.lamps)
    else if (endOf(test) + context.facts.chargeHours * hourMs > context.begin) context.keep(test)
  }
}

const dropAll = (context: RevisionContext, rows: readonly PlannedTestRow[], reason: MoveReason): void => {
  for (const row of rows) context.drop(row, reason, context.filled(row).lamps)
}

/** A unit's functional tests stay together, or all are dropped. */
const sortFunctional = (
  context: RevisionContext,
  rows: readonly PlannedTestRow[],
  testedByUnit: ReadonlyMap<string, readonly number[]>,
): void => {
  const upcomingByUnit = Map.groupBy(rows, ({ centralUnitId }) => centralUnitId)
  for (const unitId of new Set([...upcomingByUnit.keys(), ...testedByUnit.keys()])) {
    const unitRows = upcomingByUnit.get(unitId) ?? []
    const tests = unitRows.map(context.filled)
    const isStillValid = functionalHolds(
      tests,
      testedByUnit.get(unitId) ?? [],
      context.units.get(unitId) ?? [],
      context.facts,
    )
    if (!isStillValid) dropAll(context, unitRows, 'lampsChanged')
    else if (!tests.every(context.keptDatesBook.fits)) dropAll(context, unitRows, 'keptDate')
    else {
      context.found.functionalStays.add(unitId)
      for (const test of tests) context.keep(test)
    }
  }
}

/** Lamps of each unit whose next functional test is due only after the plan. */
const testedThroughEnd = (
  context: RevisionContext,
  rows: readonly PlannedTestRow[],
  end: number,
): Map<string, number[]> => {
  const firstDueAt = end - context.facts.functionDays * dayMs
  const last = rows.filter(
    ({ kind, state, startsAt }) => kind === 'functional' && state !== 'notExecuted' && startsAt.getTime() >= firstDueAt,
  )
  const byUnit = Map.groupBy(last, ({ centralUnitId }) => centralUnitId)
  return new Map(
    [...byUnit].map(([unitId, unitRows]) => [unitId, unitRows.flatMap((row) => context.filled(row).lamps)]),
  )
}

const sortAutonomy = (context: RevisionContext, rows: readonly PlannedTestRow[]): void => {
  for (const row of rows) {
    const test = context.filled(row)
    const unitLamps = context.units.get(row.centralUnitId) ?? []
    const isNoMore = test.lamps.length === 0
    const fault = isNoMore ? 'lampsChanged' : autonomyFault(test, row, unitLamps, context.facts)
    if (fault) context.drop(row, fault, test.lamps)
    else if (context.book.fits(test)) context.keep(test)
    else context.drop(row, context.keptDatesBook.fits(test) ? 'neighboursChanged' : 'keptDate', test.lamps)
  }
}

/**
 * Past and begun tests stay while their lamps charge; of the future ones all compatible ones stay. A date passed before
 * the plan was accepted is dropped.
 */
export const sortPlan = (rows: readonly PlannedTestRow[], task: PlanTask): SortedPlan => {
  const context = createRevisionContext(task)
  const isAhead = (row: PlannedTestRow) => row.state === 'planned' && row.startsAt.getTime() >= (task.now ?? task.begin)
  const upcomingRows = rows.filter(isAhead)
  const pastRows = rows.filter((row) => !isAhead(row))
  sortPast(context, pastRows)
  const { facts, span } = task
  const end = Temporal.PlainDate.from(span.until).add({ days: 1 }).toZonedDateTime(facts.zone).epochMilliseconds
  sortFunctional(
    context,
    upcomingRows.filter(({ kind }) => kind === 'functional'),
    testedThroughEnd(context, pastRows, end),
  )
  sortAutonomy(
    context,
    upcomingRows.filter(({ kind }) => kind === 'autonomy'),
  )
  return context.found
}

/** The previous test of a new test's lamps: the one most of them come from. */
export const previousTestOf = (
  test: Pick<Placement, 'unitId' | 'kind' | 'lamps' | 'at'>,
  droppedTests: readonly Dropped[],
): Dropped | undefined => {
  const sharedCount = ({ lamps }: Dropped) => lamps.filter((at) => test.lamps.includes(at)).length
  const timeDistance = ({ row }: Dropped) => Math.abs(row.startsAt.getTime() - test.at)
  return droppedTests
    .filter((one) => one.row.centralUnitId === test.unitId && one.row.kind === test.kind && sharedCount(one) > 0)
    .toSorted((a, b) => sharedCount(b) - sharedCount(a) || timeDistance(a) - timeDistance(b))[0]
}
