import type { TestKind, TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'

export type RunRow = { id: string; unit_id: string; kind: TestKind }

/** Executed results of a test as columns of equal length: objects of rows would cost more than the query. */
export type RunResults = {
  test_id: string
  serial: string[]
  result: ('passed' | 'failed')[]
  reason: (TestReason | null)[]
  measured_s: (number | null)[]
  rated_min: (number | null)[]
  /** Milliseconds since 1970. */
  at: number[]
  received_at: number[]
  /** The time is that of receipt. Such a failure counts; such a pass does not. */
  clock_wrong: boolean[]
  boot: (number | null)[]
  seq: (number | null)[]
}

/** Maximum tests per time span, and results; the newest first. */
const limits = { runs: 2000, earlier: 200, results: 150_000 } as const

type Span = { kind: TestKind; from: Date; until: Date }

/** The tests of a kind requested in the time span. */
export const listTestRuns = async (tx: Tx, plantId: string, { kind, from, until }: Span): Promise<RunRow[]> => {
  const { rows } = await tx.execute<RunRow>(sql`
    select id, central_unit_id as unit_id, kind from ${testRunTable}
    where plant_id = ${plantId} and kind = ${kind} and requested_at between ${from.toISOString()} and ${until.toISOString()}
    order by requested_at desc limit ${limits.runs}`)
  return rows
}

/** The last tests of a kind before a time. */
export const listEarlierRuns = async (tx: Tx, plantId: string, kind: TestKind, before: Date): Promise<RunRow[]> => {
  const { rows } = await tx.execute<RunRow>(sql`
    select id, central_unit_id as unit_id, kind from ${testRunTable}
    where plant_id = ${plantId} and kind = ${kind} and requested_at < ${before.toISOString()}
    order by requested_at desc limit ${limits.earlier}`)
  return rows
}

/** A time in whole milliseconds. Faster than `extract`, which computes with decimals. */
const msOf = (column: 'at' | 'received_at') => sql.raw(`floor(date_part('epoch', ${column}) * 1000)::bigint`)

/** Executed results of these tests; only of the named lamps, if any are named. */
export const listResultsOf = async (
  tx: Tx,
  runs: readonly RunRow[],
  serials?: readonly string[],
): Promise<RunResults[]> => {
  if (runs.length === 0) return []
  const serialCondition = serials ? sql`and serial = any(${sql.param(serials)}::text[])` : sql``
  const { rows } = await tx.execute<RunResults>(sql`
    select test_id, json_agg(serial) as serial, json_agg(result) as result, json_agg(reason) as reason,
      json_agg(measured_s) as measured_s, json_agg(rated_min) as rated_min, json_agg(${msOf('at')}) as at,
      json_agg(${msOf('received_at')}) as received_at, json_agg(clock_wrong) as clock_wrong, json_agg(boot) as boot,
      json_agg(seq) as seq
    from (
      select * from ${testResultTable}
      where test_id = any(${sql.param(runs.map(({ id }) => id))}::uuid[]) and result <> 'notExecuted'
        and (result = 'failed' or not clock_wrong) and serial <> '' ${serialCondition}
      limit ${limits.results}) as executed
    group by test_id`)
  return rows
}
