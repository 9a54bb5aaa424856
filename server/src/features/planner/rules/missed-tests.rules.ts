import type { MoveReason } from '@vigilux/contract/features/planner/test-plan.ts'
import { dayMs, type PlanFacts } from '../plan-facts.ts'
import type { PlannedTestRow } from '../planner.store.ts'
import type { Dropped } from './revise.rules.ts'

type Rows = readonly PlannedTestRow[]

const moveReasonOf = (reason: string | null): MoveReason =>
  reason === 'battery_charging' ? 'notCharged' : 'notExecuted'

const isReplacementOf = (laterRow: PlannedTestRow, row: PlannedTestRow): boolean =>
  laterRow.movedFrom?.getTime() === row.startsAt.getTime() &&
  laterRow.centralUnitId === row.centralUnitId &&
  laterRow.kind === row.kind

/** The first missed test at the start of a chain of replacements. */
const originOf = (row: PlannedTestRow, rows: Rows): PlannedTestRow => {
  const chain = new Set([row])
  for (const laterRow of chain)
    for (const before of rows)
      if (before.state === 'notExecuted' && isReplacementOf(laterRow, before)) chain.add(before)
  return [...chain].at(-1) ?? row
}

/** Lamps of a missed test not tested since, by a replacement or by schedule. */
const untestedLamps = (row: PlannedTestRow, rows: Rows): number[] => {
  const { startsAt } = originOf(row, rows)
  const since = rows.filter(
    (laterRow) =>
      (laterRow.state === 'done' || laterRow.state === 'begun') &&
      laterRow.centralUnitId === row.centralUnitId &&
      laterRow.kind === row.kind &&
      laterRow.startsAt > startsAt,
  )
  const tested = new Set(since.flatMap(({ lamps }) => lamps))
  return row.lamps.filter((addr) => !tested.has(addr))
}

/**
 * Missed tests without a replacement, with their lamps not tested since. A lamp discharged too recently for a new test
 * is not discharged again, no matter who started the discharge.
 */
export const findMissed = (
  rows: Rows,
  { lamps, durationDays }: Pick<PlanFacts, 'lamps' | 'durationDays'>,
): Dropped[] => {
  const numbers = new Map(lamps.map(({ unitId, addr }, at) => [`${unitId} ${addr}`, at]))
  const wasEmptied = (row: PlannedTestRow, at: number): boolean =>
    row.kind === 'autonomy' &&
    (lamps[at]?.lastAutonomy ?? Number.NEGATIVE_INFINITY) >
      originOf(row, rows).startsAt.getTime() - (durationDays * dayMs) / 2
  return rows
    .filter((row) => row.state === 'notExecuted' && !rows.some((laterRow) => isReplacementOf(laterRow, row)))
    .map((row) => ({
      row,
      reason: moveReasonOf(row.reason),
      lamps: untestedLamps(row, rows)
        .flatMap((addr) => numbers.get(`${row.centralUnitId} ${addr}`) ?? [])
        .filter((at) => !wasEmptied(row, at)),
    }))
    .filter(({ lamps: lampIndexes }) => lampIndexes.length > 0)
}

/** Future replacements of missed tests whose lamps have all been tested since. */
export const findNeedless = (rows: Rows): PlannedTestRow[] =>
  rows.filter((row) => row.state === 'planned' && originOf(row, rows) !== row && untestedLamps(row, rows).length === 0)
