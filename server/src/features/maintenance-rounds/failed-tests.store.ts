import type { TestKind, TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { type SQL, sql } from 'drizzle-orm'
import { failedTestTable } from '../../tables/lamps.schema.ts'

/** The failed test behind a fault; nulls if there is none, or no open one. */
export type FailedTestColumns = {
  open_kind: TestKind | null
  open_at: Date | string | null
  open_reason: TestReason | null
  open_s: number | null
  open_rated_min: number | null
}

/** Joins the failed test behind `fault`, by its lamp and code. */
export const joinFailedTest: SQL = sql`
  left join ${failedTestTable} as open_test on open_test.central_unit_id = fault.unit_id
    and open_test.serial = fault.serial and fault.error = open_test.kind || '_test_failed'`

export const failedTestColumns: SQL = sql`
  open_test.kind as open_kind, open_test.at as open_at, open_test.reason as open_reason,
  open_test.measured_s as open_s, open_test.rated_min as open_rated_min`
