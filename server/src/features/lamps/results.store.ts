import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'

/** The last results of one lamp, newest first; by serial, so they follow the lamp and not the position. */
export const lastResults = async (tx: Tx, centralUnitId: string, serial: string) => {
  const rows = await tx
    .select({ kind: testRunTable.kind, result: testResultTable })
    .from(testResultTable)
    .innerJoin(testRunTable, eq(testRunTable.id, testResultTable.testId))
    .where(and(eq(testRunTable.centralUnitId, centralUnitId), eq(testResultTable.serial, serial)))
    .orderBy(desc(testResultTable.at))
    .limit(20)
  return rows.map(({ kind, result }) => ({
    kind,
    result: result.result,
    reason: result.reason,
    measured_min: result.measuredS === null ? null : Math.floor(result.measuredS / 60),
    at: result.at.toISOString(),
  }))
}
