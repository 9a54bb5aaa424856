import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { historyStart } from '@vigilux/contract/features/plants/history.rules.ts'
import { tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import { planFields } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { User } from '../../kernel/caller.ts'
import { isOneOf } from '../../kernel/one-of.store.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { isVisibleTo } from '../members/index.ts'

/** SQL condition on the table of plants. */
export type PlantCondition = SQL

export type CalendarPlant = { id: string; plantname: string; timezone: string }

/** SQL condition: the plant is in use and visible to the person, or it is the requested one of those. */
export const isInCalendar = (caller: User, onlyPlantId: string | null, now: Date): PlantCondition => {
  const { id, removedAt, archivedAt } = plantTable
  const isRequested = onlyPlantId ? eq(id, onlyPlantId) : isNull(archivedAt)
  return sql`(${and(isNull(removedAt), isVisibleTo(caller, now), isRequested)})`
}

export const listCalendarPlants = (tx: Tx, ofPlants: PlantCondition): Promise<CalendarPlant[]> => {
  const { id, plantname, timezone } = plantTable
  return tx.select({ id, plantname, timezone }).from(plantTable).where(ofPlants).orderBy(asc(plantname), asc(id))
}

export const plantsById = (ids: Iterable<string>): PlantCondition => isOneOf(plantTable.id, 'uuid', ids)

/** SQL of the ids of plants. */
export const plantIdsOf = (ofPlants: PlantCondition): SQL =>
  sql`(select ${plantTable.id} from ${plantTable} where ${ofPlants})`

/** Plants of one zone with the same visible past. `historySince` is null if all of it is visible. */
export type PlantGroup = { timezone: string; everPro: boolean; historySince: Date | null }

/** Groups of these plants: thousands of plants share a few zones. */
export const listPlantGroups = async (tx: Tx, ofPlants: PlantCondition, now: Date): Promise<PlantGroup[]> => {
  const { timezone, everPro } = plantTable
  const rows = await tx.selectDistinct({ timezone, everPro }).from(plantTable).where(ofPlants)
  return rows.map((group) => {
    // A plant's visible past does not depend on the end of its Pro.
    const tier = tierOf({ everPro: group.everPro, proExpiry: null }, now)
    return { ...group, historySince: historyStart(tier, group.timezone, now) }
  })
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
  plantname: string
  timezone: string
} & Record<TestKind, Schedule>

const { detail } = centralUnitTable

/** SQL condition: a plant's name, or a unit's serial number or description, contains a text. */
export const matchesUnit = (search: string): SQL | undefined => {
  const sought = search.trim()
  const columns = [plantTable.plantname, centralUnitTable.cuId, centralUnitTable.description]
  return sought === '' ? undefined : or(...columns.map((column) => contains(column, sought)))
}

type PlanningUnitRow = Omit<PlanningUnit, 'reportedAt'> & { reportedAt: string | null }

/** SQL of the reported next date of a test as ISO text, which sorts like its time; null without one. */
const nextDate = (kind: TestKind): SQL => sql`((${detail} #>> ${sql.raw(`'{${kind},next}'`)}) collate "C")`

/** Test schedules of these plants' units, as reported, with a next date before a time. */
export const listPlanningUnits = async (
  tx: Tx,
  ofPlants: PlantCondition,
  { search = '', before }: { search?: string | undefined; before?: Date | undefined },
): Promise<PlanningUnit[]> => {
  const { id, plantId, unit, cuId, description, shadowAt, removedAt, acquired, addedAt } = centralUnitTable
  const hasText = matchesUnit(search)
  const isBefore = before ? sql`< ${before.toISOString()}` : sql`is not null`
  const { rows } = await tx.execute<PlanningUnitRow>(sql`
    select ${id} as id, ${plantId} as "plantId", ${unit} as unit, ${cuId} as "cuId", ${description} as description,
      ${shadowAt} as "reportedAt", (${detail} ->> 'ratedHours')::float8 as "ratedHours",
      nullif(${detail} -> 'functional', 'null'::jsonb) as functional, nullif(${detail} -> 'autonomy', 'null'::jsonb) as autonomy,
      ${plantTable.plantname} as plantname, ${plantTable.timezone} as timezone
    from ${centralUnitTable} join ${plantTable} on ${plantTable.id} = ${plantId}
    where ${ofPlants} and ${removedAt} is null and ${acquired}
      and (${nextDate('functional')} ${isBefore} or ${nextDate('autonomy')} ${isBefore})
      ${hasText ? sql`and ${hasText}` : sql``}
    order by ${addedAt}, ${unit}`)
  return rows.map((row) => ({ ...row, reportedAt: row.reportedAt === null ? null : new Date(row.reportedAt) }))
}

/** The earliest next date of these plants' units from a time on, with its plant. */
export const findFirstNextDate = async (
  tx: Tx,
  ofPlants: PlantCondition,
  from: Date,
): Promise<{ plant: CalendarPlant; kind: TestKind; at: Date } | undefined> => {
  const { plantId, removedAt, acquired } = centralUnitTable
  const dates = testKinds.map(
    (kind) =>
      sql`select unit.plant_id, ${kind} as kind, ${sql.identifier(kind)} as at from unit where ${sql.identifier(kind)} >= ${from.toISOString()}`,
  )
  const { rows } = await tx.execute<CalendarPlant & { kind: TestKind; at: string }>(sql`
    with unit as (
      select ${plantId}, ${nextDate('functional')} as functional, ${nextDate('autonomy')} as autonomy
      from ${centralUnitTable} join ${plantTable} on ${plantTable.id} = ${plantId}
      where ${ofPlants} and ${removedAt} is null and ${acquired}
    ), first as (
      select plant_id, kind, at from (${sql.join(dates, sql` union all `)}) as planned
      order by at, plant_id, kind limit 1
    )
    select ${plantTable.id}, ${plantTable.plantname}, ${plantTable.timezone}, first.kind, first.at
    from first join ${plantTable} on ${plantTable.id} = first.plant_id`)
  const [first] = rows
  return first && { plant: first, kind: first.kind, at: new Date(first.at) }
}

export const dateCommands = { functional: 'setDateTimeFunzionale', autonomy: 'setDateTimeAutonomia' } as const
const periodCommands = { functional: 'setPeriodFunzionale', autonomy: 'setPeriodAutonomia' } as const

/** Dates last set by people, for the requested units: by plant, unit and command. */
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
        isOneOf(plantId, 'uuid', new Set(unitRefs.map((one) => one.plantId))),
        isOneOf(unit, 'text', new Set(unitRefs.map((one) => one.unit))),
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

/** A span of time in each plant of a group. */
export type PlantSpan = { group: PlantGroup; from: Date; until: Date }

/** When the last of these spans ends; 1970 without one. */
export const endOfSpans = (spans: readonly PlantSpan[]): Date =>
  new Date(Math.max(0, ...spans.map(({ until }) => until.getTime())))

/** The zones of these spans, in the order in which `askedPlants` counts them. */
export const zonesOf = (spans: readonly PlantSpan[]): string[] => [...new Set(spans.map(({ group }) => group.timezone))]

/**
 * SQL of the query `asked`: these plants, each with its span, the start of its visible history and the position of its
 * zone. Materialized, so access to a plant is judged once and not with each of its rows.
 */
export const askedPlants = (ofPlants: PlantCondition, spans: readonly PlantSpan[]): SQL => {
  const zones = zonesOf(spans)
  const { id, plantname, timezone, everPro } = plantTable
  return sql`asked as materialized (
    select ${id} as plant_id, ${plantname}, ${timezone}, span."from", span.until, span.since, span.zone
    from ${plantTable} join unnest(${sql.param(spans.map(({ group }) => group.timezone))}::text[],
        ${sql.param(spans.map(({ group }) => group.everPro))}::boolean[],
        ${sql.param(spans.map(({ from }) => from.toISOString()))}::timestamptz[],
        ${sql.param(spans.map(({ until }) => until.toISOString()))}::timestamptz[],
        ${sql.param(spans.map(({ group }) => group.historySince?.toISOString() ?? '-infinity'))}::timestamptz[],
        ${sql.param(spans.map(({ group }) => zones.indexOf(group.timezone)))}::int[])
      as span (timezone, ever_pro, "from", until, since, zone)
      on span.timezone = ${timezone} and span.ever_pro = ${everPro}
    where ${ofPlants})`
}

type PlanChangeRow = {
  plantId: string
  plantname: string
  timezone: string
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
  ofPlants: PlantCondition,
  { spans, offset, limit }: { spans: readonly PlantSpan[]; offset: number; limit: number },
) => {
  const actions = sql.param([...kindOfAction.keys()])
  const fields = sql.param([...planFields])
  // The first report of an unpostponed test is no change.
  const { rows } = await tx.execute<PlanChangeRow & { total: number }>(sql`
    with ${askedPlants(ofPlants, spans)}, change as (
        select audit.id, audit.plant_id as "plantId", asked.plantname, asked.timezone, audit.at, audit.action, audit.user_name as "userName",
          audit.things -> 0 as unit, one ->> 'field' as field, one ->> 'before' as before, one ->> 'after' as after
        from asked
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
