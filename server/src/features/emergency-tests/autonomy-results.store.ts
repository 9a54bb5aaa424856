import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'

/** The last complete autonomy result of each lamp; without one, the last result. Lamps are identified by serial. */
export const listAutonomyResults = async (tx: Tx, plantId: string) => {
  const { serial, result, reason, measuredS, ratedMin, at } = testResultTable
  const isCut = sql`(${measuredS} is null or ${result} = 'notExecuted')`
  const rows = await tx
    .selectDistinctOn([testRunTable.unit, serial], {
      cu: testRunTable.unit,
      serial,
      result,
      reason,
      measuredS,
      ratedMin,
      at,
    })
    .from(testRunTable)
    .innerJoin(testResultTable, eq(testResultTable.testId, testRunTable.id))
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, testRunTable.centralUnitId))
    .where(
      and(
        eq(testRunTable.plantId, plantId),
        eq(testRunTable.kind, 'autonomy'),
        isNull(centralUnitTable.removedAt),
        ne(serial, ''),
      ),
    )
    .orderBy(testRunTable.unit, serial, isCut, desc(at))
  return rows.map(({ measuredS: measured, ratedMin: rated, at: recordedAt, ...row }) => ({
    ...row,
    measured_s: row.result === 'notExecuted' ? null : measured,
    rated_min: rated,
    at: recordedAt.toISOString(),
  }))
}
