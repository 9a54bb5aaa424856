import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { ZoneClocks } from '../../kernel/zoned.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { timedTestsToStart } from '../emergency-tests/index.ts'
import { testsToStart } from '../planner/index.ts'
import { askedPlants, matchesUnit, type PlantCondition, type PlantSpan } from './calendar.store.ts'

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

/**
 * SQL of the tests known to the database in `asked`: executed ones, and those started by the platform. Units plan the
 * others.
 */
const knownTests = ({ ofKind, search = '' }: TestFilter): SQL => {
  const hasText = matchesUnit(search)
  const sought = hasText
    ? sql`and exists (select from ${centralUnitTable} join ${plantTable} on ${plantTable.id} = ${centralUnitTable.plantId}
        where ${centralUnitTable.id} = test.central_unit_id and ${hasText})`
    : sql``
  const isOfKind = ofKind ? sql`and test.kind = ${ofKind}` : sql``
  return sql`
    select test.id, test.plant_id, test.central_unit_id, test.kind, test.at, test.ended, true as executed, asked.zone
    from asked cross join lateral (${executedTests}) as test
    where ${isWithin} ${isOfKind} ${sought}
    union all
    select test.id, test.plant_id, test.central_unit_id, test.kind, test.at, false, false, asked.zone
    from asked join (${plannedTests}) as test on test.plant_id = asked.plant_id
    where ${isWithin} ${isOfKind} ${sought}`
}

type KnownFilter = TestFilter & { ofPlants: PlantCondition; spans: readonly PlantSpan[] }

const dayMs = 86_400_000

export type DayCount = Record<TestKind, number> & {
  /** The local day, as days since 1970. */
  day: number
  /** Whether all of them were executed. */
  executed: boolean
  /** Whether some of them failed, or should have started. */
  failed: boolean
  overdue: boolean
}

const countsByKind = sql.join(
  testKinds.map((kind) => sql`count(*) filter (where known.kind = ${kind})::int as ${sql.identifier(kind)}`),
  sql`, `,
)

/** Numbers of known tests per local day. */
export const countTestsByDay = async (
  tx: Tx,
  { ofPlants, spans, clocks, now, ...filter }: KnownFilter & { clocks: ZoneClocks; now: Date },
): Promise<DayCount[]> => {
  if (spans.length === 0) return []
  const changes = sql.param(clocks.changes.map((at) => at.toISOString()))
  const offset = sql`(${sql.param(clocks.offsetsS.map((seconds) => `${seconds} s`))}::interval[])[
    1 + width_bucket(known.at, ${changes}::timestamptz[]) * ${clocks.zones.length}::int + known.zone]`
  const { rows } = await tx.execute<Omit<DayCount, 'day'> & { day: string }>(sql`
    with ${askedPlants(ofPlants, spans)}
    select date_bin('1 day', known.at + ${offset}, timestamptz 'epoch') as day, ${countsByKind},
      bool_and(known.executed) as executed,
      bool_or(known.ended and known.id in (select test_id from ${testResultTable} where result = 'failed')) as failed,
      bool_or(not known.executed and known.at < ${now.toISOString()}) as overdue
    from (${knownTests(filter)}) as known
    group by 1`)
  return rows.map(({ day, ...counts }) => ({ day: Date.parse(day) / dayMs, ...counts }))
}

/** A test of a page: a known one, or one planned by a unit, by its position. */
export type MonthTest = { at: Date } & (
  | { planned: number }
  | {
      planned: null
      id: string
      executed: boolean
      plantId: string
      plantname: string
      timezone: string
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
  plantname: string
  timezone: string
  kind: TestKind
  at: string | null
  unit: string
  cuId: string
  description: string
  total: number
}

/** A page of known tests and of those planned by units, earliest first, and their number. */
export const listTestsOfPage = async (
  tx: Tx,
  {
    ofPlants,
    spans,
    plannedAt,
    offset,
    limit,
    ...filter
  }: KnownFilter & { plannedAt: readonly Date[]; offset: number; limit: number },
): Promise<{ tests: MonthTest[]; total: number }> => {
  if (spans.length === 0) return { tests: [], total: 0 }
  const { rows } = await tx.execute<MonthRow>(sql`
    with ${askedPlants(ofPlants, spans)}, test as (
        select null::int as planned, known.id, known.plant_id, known.central_unit_id, known.kind, known.at, known.executed
        from (${knownTests(filter)}) as known
        union all
        select (planned.no - 1)::int, null, null, null, null, planned.at, null
        from unnest(${sql.param(plannedAt.map((at) => at.toISOString()))}::timestamptz[]) with ordinality as planned (at, no)),
      page as (select * from test order by at, planned, id offset ${offset} limit ${limit})
    select page.planned, page.id, page.executed, page.plant_id as "plantId", plant.plantname, plant.timezone, page.kind, page.at,
      unit.unit, unit.cu_id as "cuId", unit.description, (select count(*)::int from test) as total
    from (values (true)) as always left join page on true left join ${centralUnitTable} unit on unit.id = page.central_unit_id
      left join ${plantTable} plant on plant.id = page.plant_id
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
  plantname: string
  timezone: string
  kind: TestKind
  at: Date
  unit: string
  cuId: string
  description: string
}

/** Tests started by the platform in these plants within a span, earliest first. */
export const listTestsToStart = async (
  tx: Tx,
  ofPlants: PlantCondition,
  { from, until, limit }: { from: Date; until: Date | null; limit: number },
): Promise<TestToStart[]> => {
  const { rows } = await tx.execute<Omit<TestToStart, 'at'> & { at: string }>(sql`
    select test.id, test.plant_id as "plantId", ${plantTable.plantname}, ${plantTable.timezone}, test.kind, test.at, unit.unit,
      unit.cu_id as "cuId", unit.description
    from (${plannedTests}) as test join ${centralUnitTable} unit on unit.id = test.central_unit_id
      join ${plantTable} on ${plantTable.id} = test.plant_id
    where ${ofPlants} and test.at >= ${from.toISOString()}
      and test.at < ${until?.toISOString() ?? 'infinity'}
    order by test.at, test.id limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
