import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { historyStart } from '@vigilux/contract/features/plants/history.rules.ts'
import { tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import { planFields } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { and, asc, desc, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { User } from '../../kernel/caller.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { isVisibleTo } from '../members/index.ts'

export type CalendarPlant = {
  id: string
  plantname: string
  timezone: string
  /** Start of the visible history; null when all of it is visible. */
  historySince: Date | null
}

/** The person's plants in use, or a given one of them, each with its visible history. */
export const listCalendarPlants = async (
  tx: Tx,
  caller: User,
  onlyPlantId: string | null,
  now: Date,
): Promise<CalendarPlant[]> => {
  const { id, plantname, timezone, everPro, proExpiry, removedAt, archivedAt } = plantTable
  const rows = await tx
    .select({ id, plantname, timezone, everPro, proExpiry })
    .from(plantTable)
    .where(and(isNull(removedAt), isVisibleTo(caller, now), onlyPlantId ? eq(id, onlyPlantId) : isNull(archivedAt)))
    .orderBy(asc(plantname), asc(id))
  return rows.map(({ everPro: wasEverPro, proExpiry: expiry, ...plant }) => ({
    ...plant,
    historySince: historyStart(tierOf({ everPro: wasEverPro, proExpiry: expiry }, now), plant.timezone, now),
  }))
}

type Schedule = { next: string | null; period: TestPeriod | null; deferred: boolean } | null
export type PlanningUnit = {
  id: string
  plantId: string
  unit: string
  cuId: string
  description: string
  /** When the unit last reported anything. */
  reportedAt: Date | null
  ratedHours: number | null
} & Record<TestKind, Schedule>

/** One parameter for any number of values; building a statement of thousands takes longer than running it. */
const isAnyOf = (column: SQLWrapper, type: SQL, values: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...values])}::${type})`

const { detail } = centralUnitTable

/** SQL condition: a plant's name, or a unit's serial number or description, contains a text. */
export const matchesUnit = (search: string): SQL | undefined => {
  const sought = search.trim()
  const columns = [plantTable.plantname, centralUnitTable.cuId, centralUnitTable.description]
  return sought === '' ? undefined : or(...columns.map((column) => contains(column, sought)))
}

type PlanningUnitRow = Omit<PlanningUnit, 'reportedAt'> & { reportedAt: string | null }

/** Test schedules of these plants' units, as reported. */
export const listPlanningUnits = async (
  tx: Tx,
  plants: readonly { id: string }[],
  search = '',
): Promise<PlanningUnit[]> => {
  if (plants.length === 0) return []
  const { id, plantId, unit, cuId, description, shadowAt, removedAt, acquired, addedAt } = centralUnitTable
  const hasText = matchesUnit(search)
  const { rows } = await tx.execute<PlanningUnitRow>(sql`
    select ${id} as id, ${plantId} as "plantId", ${unit} as unit, ${cuId} as "cuId", ${description} as description,
      ${shadowAt} as "reportedAt", (${detail} ->> 'ratedHours')::float8 as "ratedHours",
      nullif(${detail} -> 'functional', 'null'::jsonb) as functional, nullif(${detail} -> 'autonomy', 'null'::jsonb) as autonomy
    from ${centralUnitTable} ${hasText ? sql`join ${plantTable} on ${plantTable.id} = ${plantId}` : sql``}
    where ${isAnyOf(
      plantId,
      sql`uuid[]`,
      plants.map((plant) => plant.id),
    )} and ${removedAt} is null and ${acquired}
      and (${detail} #>> '{functional,next}' is not null or ${detail} #>> '{autonomy,next}' is not null)
      ${hasText ? sql`and ${hasText}` : sql``}
    order by ${addedAt}, ${unit}`)
  return rows.map((row) => ({ ...row, reportedAt: row.reportedAt === null ? null : new Date(row.reportedAt) }))
}

export const dateCommands = { functional: 'setDateTimeFunzionale', autonomy: 'setDateTimeAutonomia' } as const
const periodCommands = { functional: 'setPeriodFunzionale', autonomy: 'setPeriodAutonomia' } as const

/** Dates that people last set, for the requested units: by plant, unit and command. */
export const listSetDates = async (
  tx: Tx,
  unitRefs: readonly { plantId: string; unit: string }[],
): Promise<Map<string, Date>> => {
  if (unitRefs.length === 0) return new Map()
  const { plantId, unit, name, state, command, requestedAt } = unitCommandTable
  const rows = await tx
    .selectDistinctOn([plantId, unit, name], { plantId, unit, name, set: sql<string>`${command} ->> 'set'` })
    .from(unitCommandTable)
    .where(
      and(
        isAnyOf(plantId, sql`uuid[]`, new Set(unitRefs.map((one) => one.plantId))),
        isAnyOf(unit, sql`text[]`, new Set(unitRefs.map((one) => one.unit))),
        inArray(name, Object.values(dateCommands)),
        eq(state, 'done'),
      ),
    )
    .orderBy(plantId, unit, name, desc(requestedAt))
  return new Map(rows.map((row) => [`${row.plantId} ${row.unit} ${row.name}`, new Date(row.set)]))
}

const kindOfAction = new Map<string, TestKind>(
  [dateCommands, periodCommands].flatMap(({ functional, autonomy }) => [
    [functional, 'functional' as const],
    [autonomy, 'autonomy' as const],
  ]),
)

/** A span of time in each plant. */
export type PlantSpan = { plant: CalendarPlant; from: Date; until: Date }

/** SQL of the plants with their spans, and where the visible history of a Basic plant begins, as a table. */
export const spansTable = (spans: readonly PlantSpan[]): SQL => sql`
  unnest(${sql.param(spans.map(({ plant }) => plant.id))}::uuid[],
    ${sql.param(spans.map(({ from }) => from.toISOString()))}::timestamptz[],
    ${sql.param(spans.map(({ until }) => until.toISOString()))}::timestamptz[],
    ${sql.param(spans.map(({ plant }) => plant.historySince?.toISOString() ?? '-infinity'))}::timestamptz[])
  as asked (plant_id, "from", until, since)`

type PlanChangeRow = {
  plantId: string
  at: string | null
  action: string
  userName: string
  unit: { id: string; name: string }
  field: (typeof planFields)[number]
  before: string | null
  after: string | null
}

/** People's changes of test schedules in these spans, one row per field, newest first, and their number. */
export const listPlanChanges = async (
  tx: Tx,
  spans: readonly PlantSpan[],
  { offset, limit }: { offset: number; limit: number },
) => {
  const actions = sql.param([...kindOfAction.keys()])
  const fields = sql.param([...planFields])
  // The first report that a test is not postponed is no change.
  const { rows } = await tx.execute<PlanChangeRow & { total: number }>(sql`
    with change as (
        select audit.id, audit.plant_id as "plantId", audit.at, audit.action, audit.user_name as "userName",
          audit.things -> 0 as unit, one ->> 'field' as field, one ->> 'before' as before, one ->> 'after' as after
        from ${spansTable(spans)}
          join ${auditTable} audit on audit.plant_id = asked.plant_id and audit.at >= greatest(asked."from", asked.since)
            and audit.at < asked.until
          cross join lateral jsonb_array_elements(audit.changes) as one
        where audit.action = any(${actions}::text[]) and audit.result = 'ok' and audit.things -> 0 is not null
          and one ->> 'field' = any(${fields}::text[])
          and not (one ->> 'field' = 'differito' and one ->> 'before' is null and one ->> 'after' = 'false')),
      page as (
        select * from change order by at desc, id desc, array_position(${fields}::text[], field)
        offset ${offset} limit ${limit})
    select page.*, (select count(*)::int from change) as total from (values (true)) as always left join page on true
    order by page.at desc, page.id desc, array_position(${fields}::text[], page.field)`)
  return {
    total: rows[0]?.total ?? 0,
    // A page after the last one has no change.
    changes: rows.flatMap(({ action, at, ...row }) => {
      const kind = kindOfAction.get(action)
      return kind && at !== null ? [{ ...row, at: new Date(at), kind }] : []
    }),
  }
}
