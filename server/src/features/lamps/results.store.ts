import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { and, asc, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'

const newest = async (tx: Tx, lamp: { centralUnitId: string; serial: string }, kind: TestKind, limit: number) => {
  const rows = await tx
    .select({ kind: testRunTable.kind, result: testResultTable })
    .from(testResultTable)
    .innerJoin(testRunTable, eq(testRunTable.id, testResultTable.testId))
    .where(
      and(
        eq(testRunTable.centralUnitId, lamp.centralUnitId),
        eq(testResultTable.serial, lamp.serial),
        eq(testRunTable.kind, kind),
      ),
    )
    .orderBy(desc(testResultTable.at), asc(testResultTable.testId))
    .limit(limit)
  return rows.map(({ kind, result }) => ({
    kind,
    result: result.result,
    reason: result.reason,
    measuredS: result.measuredS,
    ratedMin: result.ratedMin,
    measured_min: result.measuredS === null ? null : Math.floor(result.measuredS / 60),
    at: result.at.toISOString(),
  }))
}

/**
 * The last results of one lamp, newest first; by serial, so they follow the lamp and not the position.
 * @param isBasic of a Basic plant, which sees only the last result of each kind
 */
export const listLastResults = async (tx: Tx, centralUnitId: string, serial: string, isBasic: boolean) => {
  const lamp = { centralUnitId, serial }
  // Autonomy tests are rare, and their trend matters: functional tests must not crowd them out.
  const [functional, autonomy] = [
    await newest(tx, lamp, 'functional', isBasic ? 1 : 12),
    await newest(tx, lamp, 'autonomy', isBasic ? 1 : 8),
  ]
  return [...functional, ...autonomy].sort((a, b) => b.at.localeCompare(a.at))
}
