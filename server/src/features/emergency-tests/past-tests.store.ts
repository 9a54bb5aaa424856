import { sql } from 'drizzle-orm'
import type { Work } from '../../kernel/work.ts'
import { testsChanged } from './emergency-tests.domain-events.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'
import type { TestResultRow } from './emergency-tests.store.ts'

export type PastTest = typeof testRunTable.$inferInsert
export type PastResult = Omit<TestResultRow, 'boot' | 'seq' | 'receivedAt' | 'clockWrong'>

const testsPerStatement = 500
const resultsPerStatement = 1_000

const parts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

/** One array per column: a statement of fixed length, however many results it carries. */
const columnsOf = (results: readonly PastResult[]) => {
  const column = <T>(value: (one: PastResult) => T) => sql.param(results.map(value))
  return sql`
    ${column((one) => one.testId)}::uuid[], ${column((one) => one.lamp)}::int[], ${column((one) => one.serial)}::text[],
    ${column((one) => one.description)}::text[], ${column((one) => one.location)}::text[],
    ${column((one) => one.result)}::text[], ${column((one) => one.reason)}::text[],
    ${column((one) => one.measuredS)}::int[], ${column((one) => one.ratedMin)}::int[],
    ${column((one) => one.at.toISOString())}::timestamptz[]`
}

/**
 * Saves long-ended tests with their results, thousands at a time. They have no record numbers: later reports of units
 * neither follow nor change them.
 */
export const insertPastTests = async (
  work: Work,
  tests: readonly PastTest[],
  results: readonly PastResult[],
): Promise<void> => {
  for (const testBatch of parts(tests, testsPerStatement)) await work.tx.insert(testRunTable).values(testBatch)
  for (const resultBatch of parts(results, resultsPerStatement))
    await work.tx.execute(sql`
      insert into ${testResultTable}
        (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
      select *, at from unnest(${columnsOf(resultBatch)}) as past
        (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at)`)
  work.emit(testsChanged)
}
