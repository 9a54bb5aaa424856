import type { Tx } from '../../kernel/transaction.ts'
import { findUnitStartedTest } from '../emergency-tests/index.ts'
import { hourMs } from './plan-facts.ts'
import { deletePlannedTests, type PlannedTestRow, updatePlannedTest } from './planner.store.ts'

/** How far from its date a unit's own test still counts as the planned one, for example after a clock change. */
const searchWindowMs = 12 * hourMs
/** Maximum number of unreported tests checked by one query, latest first. */
const maxChecked = 200

/** A unit's report of a test due by its own schedule; undefined while there is none. */
export const findTestOfUnit = (tx: Tx, test: PlannedTestRow) => {
  const at = test.startsAt.getTime()
  return findUnitStartedTest(tx, test, { from: new Date(at - searchWindowMs), until: new Date(at + searchWindowMs) })
}

/** The wait for a unit ended without a report; the unit may have run the test and report it after its return. */
export const isUnreported = ({ planner, state, reason }: PlannedTestRow): boolean =>
  planner === 'unit' && state === 'notExecuted' && reason === 'no_result'

const isReplacementOf = (laterRow: PlannedTestRow, row: PlannedTestRow): boolean =>
  laterRow.centralUnitId === row.centralUnitId &&
  laterRow.kind === row.kind &&
  laterRow.movedFrom?.getTime() === row.startsAt.getTime()

/**
 * A unit's own test dates from these tests of its plan. Skips a date replaced by another of its own: a unit still
 * reporting the old date has not taken the new one.
 */
export const unitDatesOfTests = (
  rows: readonly PlannedTestRow[],
  { centralUnitId, kind }: Pick<PlannedTestRow, 'centralUnitId' | 'kind'>,
): number[] => {
  const unitRows = rows.filter(
    (row) => row.centralUnitId === centralUnitId && row.kind === kind && row.planner === 'unit',
  )
  return unitRows
    .filter((row) => row.state !== 'notExecuted' || !unitRows.some((laterRow) => isReplacementOf(laterRow, row)))
    .map(({ startsAt }) => startsAt.getTime())
}

/** Those of the unreported tests executed after all. */
export const listReportedLate = async (tx: Tx, rows: readonly PlannedTestRow[]): Promise<PlannedTestRow[]> => {
  const reportedRows: PlannedTestRow[] = []
  for (const row of rows.filter(isUnreported).slice(-maxChecked))
    if ((await findTestOfUnit(tx, row))?.executed) reportedRows.push(row)
  return reportedRows
}

/** All successive replacements of a test. */
const replacementsOf = (row: PlannedTestRow, rows: readonly PlannedTestRow[]): PlannedTestRow[] => {
  const found = new Set([row])
  for (const row of found) for (const laterRow of rows) if (isReplacementOf(laterRow, row)) found.add(laterRow)
  return [...found].slice(1)
}

/** Records late reports of tests, and cancels their replacements; returns the plan rows. */
export const recordLateEnds = async (
  tx: Tx,
  rows: readonly PlannedTestRow[],
  isOnline: (centralUnitId: string) => boolean,
): Promise<{ rows: PlannedTestRow[]; changed: boolean }> => {
  // A unit without a connection since has reported nothing new.
  const reportedRows = new Set(
    await listReportedLate(
      tx,
      rows.filter(({ centralUnitId }) => isOnline(centralUnitId)),
    ),
  )
  const unneededRows = new Set(
    [...reportedRows]
      .flatMap((row) => replacementsOf(row, rows))
      .filter((row) => !reportedRows.has(row) && (row.state === 'planned' || row.state === 'notExecuted')),
  )
  const end = { state: 'done', reason: null } as const
  for (const { id } of reportedRows) await updatePlannedTest(tx, id, end)
  await deletePlannedTests(
    tx,
    [...unneededRows].map(({ id }) => id),
  )
  const remainingRows = rows.filter((row) => !unneededRows.has(row))
  return {
    rows: remainingRows.map((row) => (reportedRows.has(row) ? { ...row, ...end } : row)),
    changed: reportedRows.size > 0,
  }
}
