import type { Tx } from '../../kernel/transaction.ts'
import { findUnitStartedTest } from '../emergency-tests/index.ts'
import { hourMs } from './plan-facts.ts'
import { deletePlannedTests, type PlannedTestRow, updatePlannedTest } from './planner.store.ts'

/** How far from its date a test of a unit's own is still the one that was planned, as by a clock that changed. */
const searchWindowMs = 12 * hourMs
/** So many tests of which nothing was told are asked after at once, the latest first. */
const maxChecked = 200

/** What a unit told of a test that it was to run by itself; undefined while it has told nothing. */
export const findTestOfUnit = (tx: Tx, test: PlannedTestRow) => {
  const at = test.startsAt.getTime()
  return findUnitStartedTest(tx, test, { from: new Date(at - searchWindowMs), until: new Date(at + searchWindowMs) })
}

/** A unit was waited for, and told of no test: it may have run it all the same, and tell so once it is heard of again. */
export const isUnreported = ({ planner, state, reason }: PlannedTestRow): boolean =>
  planner === 'unit' && state === 'notExecuted' && reason === 'no_result'

const isReplacementOf = (later: PlannedTestRow, row: PlannedTestRow): boolean =>
  later.centralUnitId === row.centralUnitId &&
  later.kind === row.kind &&
  later.movedFrom?.getTime() === row.startsAt.getTime()

/**
 * When a unit is to test by itself by these tests of its plan. A date that was given up for another of its own is none of them: a unit that still
 * says that one has not taken the other.
 */
export const unitDatesOfTests = (
  rows: readonly PlannedTestRow[],
  { centralUnitId, kind }: Pick<PlannedTestRow, 'centralUnitId' | 'kind'>,
): number[] => {
  const own = rows.filter((row) => row.centralUnitId === centralUnitId && row.kind === kind && row.planner === 'unit')
  return own
    .filter((row) => row.state !== 'notExecuted' || !own.some((later) => isReplacementOf(later, row)))
    .map(({ startsAt }) => startsAt.getTime())
}

/** Of tests of which nothing was told those that were executed after all. */
export const listReportedLate = async (tx: Tx, rows: readonly PlannedTestRow[]): Promise<PlannedTestRow[]> => {
  const heard: PlannedTestRow[] = []
  for (const row of rows.filter(isUnreported).slice(-maxChecked))
    if ((await findTestOfUnit(tx, row))?.executed) heard.push(row)
  return heard
}

/** Everything that stands in the place of a test, one after the other. */
const replacementsOf = (row: PlannedTestRow, rows: readonly PlannedTestRow[]): PlannedTestRow[] => {
  const found = new Set([row])
  for (const one of found) for (const later of rows) if (isReplacementOf(later, one)) found.add(later)
  return [...found].slice(1)
}

/**
 * Takes note of tests that units have told of late, and takes back what was planned in their place and has not begun. Answers what then stands
 * in the plan.
 */
export const recordLateEnds = async (
  tx: Tx,
  rows: readonly PlannedTestRow[],
  isOnline: (centralUnitId: string) => boolean,
): Promise<{ rows: PlannedTestRow[]; changed: boolean }> => {
  // Who is not there has told nothing new.
  const heard = new Set(
    await listReportedLate(
      tx,
      rows.filter(({ centralUnitId }) => isOnline(centralUnitId)),
    ),
  )
  const needless = new Set(
    [...heard]
      .flatMap((row) => replacementsOf(row, rows))
      .filter((row) => !heard.has(row) && (row.state === 'planned' || row.state === 'notExecuted')),
  )
  const end = { state: 'done', reason: null } as const
  for (const { id } of heard) await updatePlannedTest(tx, id, end)
  await deletePlannedTests(
    tx,
    [...needless].map(({ id }) => id),
  )
  const stands = rows.filter((row) => !needless.has(row))
  return { rows: stands.map((row) => (heard.has(row) ? { ...row, ...end } : row)), changed: heard.size > 0 }
}
