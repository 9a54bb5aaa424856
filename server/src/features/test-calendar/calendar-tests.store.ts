import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { timedTestsToStart } from '../emergency-tests/index.ts'
import { testsToStart } from '../planner/index.ts'
import { matchesUnit, type PlantSpan, spansTable } from './calendar.store.ts'

/** Narrows the tests of a calendar. */
export type TestFilter = { ofKind?: TestKind | undefined; search?: string }

const isWithin = sql`test.at >= asked."from" and test.at < asked.until`

/** Tests are requested before they start, at most so long; the index is on the request. */
const longestWait = sql`interval '1 day'`

const executedTests = sql`
  select run.id, run.plant_id, run.central_unit_id, run.kind, coalesce(run.started_at, run.requested_at) as at, run.state = 'finished' as ended
  from ${testRunTable} as run
  where run.plant_id = asked.plant_id and run.requested_at >= greatest(asked."from" - ${longestWait}, asked.since)
    and run.requested_at < asked.until`

const plannedTests = sql`
  (${testsToStart}) union all (${timedTestsToStart})`

/** SQL of the tests that the database knows: executed ones, and those that the platform starts. Units plan the others. */
const knownTests = (spans: readonly PlantSpan[], { ofKind, search = '' }: TestFilter): SQL => {
  const hasText = matchesUnit(search)
  const sought = hasText
    ? sql`and exists (select from ${centralUnitTable} join ${plantTable} on ${plantTable.id} = ${centralUnitTable.plantId}
        where ${centralUnitTable.id} = test.central_unit_id and ${hasText})`
    : sql``
  const isOfKind = ofKind ? sql`and test.kind = ${ofKind}` : sql``
  return sql`
    select test.id, test.plant_id, test.central_unit_id, test.kind, test.at, test.ended, true as executed
    from ${spansTable(spans)} cross join lateral (${executedTests}) as test
    where ${isWithin} ${isOfKind} ${sought}
    union all
    select test.id, test.plant_id, test.central_unit_id, test.kind, test.at, false, false
    from ${spansTable(spans)} join (${plannedTests}) as test on test.plant_id = asked.plant_id
    where ${isWithin} ${isOfKind} ${sought}`
}

export type DayCount = {
  /** Position of the local day. */
  day: number
  kind: TestKind
  executed: boolean
  failed: boolean
  overdue: boolean
  count: number
}

/** Numbers of known tests per local day and kind, in plants of one zone whose days begin at these midnights. */
export const countTestsByDay = async (
  tx: Tx,
  spans: readonly PlantSpan[],
  { midnights, now, ...filter }: TestFilter & { midnights: readonly Date[]; now: Date },
): Promise<DayCount[]> => {
  if (spans.length === 0) return []
  const days = sql.param(midnights.map((one) => one.toISOString()))
  const { rows } = await tx.execute<DayCount>(sql`
    select width_bucket(known.at, ${days}::timestamptz[]) - 1 as day, known.kind, known.executed,
      known.ended and known.id in (select test_id from ${testResultTable} where result = 'failed') as failed,
      not known.executed and known.at < ${now.toISOString()} as overdue, count(*)::int as count
    from (${knownTests(spans, filter)}) as known
    group by 1, 2, 3, 4, 5`)
  return rows
}

/** A test of a page: a known one, or one that a unit plans, by its position. */
export type MonthTest = { at: Date } & (
  | { planned: number }
  | {
      planned: null
      id: string
      executed: boolean
      plantId: string
      kind: TestKind
      unit: string
      cuId: string
      description: string
    }
)

type MonthRow = {
  planned: number | null
  id: string
  executed: boolean
  plantId: string
  kind: TestKind
  at: string | null
  unit: string
  cuId: string
  description: string
  total: number
}

/** A page of known tests and of those that units plan, earliest first, and their number. */
export const listTestsOfPage = async (
  tx: Tx,
  spans: readonly PlantSpan[],
  { plannedAt, offset, limit, ...filter }: TestFilter & { plannedAt: readonly Date[]; offset: number; limit: number },
): Promise<{ tests: MonthTest[]; total: number }> => {
  if (spans.length === 0) return { tests: [], total: 0 }
  const { rows } = await tx.execute<MonthRow>(sql`
    with test as (
        select null::int as planned, known.* from (${knownTests(spans, filter)}) as known
        union all
        select (planned.no - 1)::int, null, null, null, null, planned.at, null, null
        from unnest(${sql.param(plannedAt.map((at) => at.toISOString()))}::timestamptz[]) with ordinality as planned (at, no)),
      page as (select * from test order by at, planned, id offset ${offset} limit ${limit})
    select page.planned, page.id, page.executed, page.plant_id as "plantId", page.kind, page.at, unit.unit, unit.cu_id as "cuId",
      unit.description, (select count(*)::int from test) as total
    from (values (true)) as always left join page on true left join ${centralUnitTable} unit on unit.id = page.central_unit_id
    order by page.at, page.planned, page.id`)
  return {
    total: rows[0]?.total ?? 0,
    // A page after the last one has no test.
    tests: rows.flatMap(({ total, planned, at, ...row }): MonthTest[] =>
      at === null ? [] : [planned === null ? { planned, at: new Date(at), ...row } : { planned, at: new Date(at) }],
    ),
  }
}

export type TestToStart = {
  id: string
  plantId: string
  kind: TestKind
  at: Date
  unit: string
  cuId: string
  description: string
}

/** Tests that the platform starts in these plants within a span, earliest first. */
export const listTestsToStart = async (
  tx: Tx,
  plantIds: readonly string[],
  { from, until, limit }: { from: Date; until: Date | null; limit: number },
): Promise<TestToStart[]> => {
  const { rows } = await tx.execute<Omit<TestToStart, 'at'> & { at: string }>(sql`
    select test.id, test.plant_id as "plantId", test.kind, test.at, unit.unit, unit.cu_id as "cuId", unit.description
    from (${plannedTests}) as test join ${centralUnitTable} unit on unit.id = test.central_unit_id
    where test.plant_id = any(${sql.param([...plantIds])}::uuid[]) and test.at >= ${from.toISOString()}
      and test.at < ${until?.toISOString() ?? 'infinity'}
    order by test.at, test.id limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
