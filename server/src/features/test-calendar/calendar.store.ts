import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { historyStart } from '@vigilux/contract/features/plants/history.rules.ts'
import { tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import { calendarLimits } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
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

const idsOf = (plants: readonly CalendarPlant[]): string[] => plants.map(({ id }) => id)
const { detail } = centralUnitTable

/** Test schedules of these plants' units, as reported; one unit more than a calendar holds, to detect the excess. */
export const listPlanningUnits = (tx: Tx, plants: readonly CalendarPlant[]): Promise<PlanningUnit[]> =>
  plants.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          id: centralUnitTable.id,
          plantId: centralUnitTable.plantId,
          unit: centralUnitTable.unit,
          cuId: centralUnitTable.cuId,
          description: centralUnitTable.description,
          reportedAt: centralUnitTable.shadowAt,
          ratedHours: sql<number | null>`(${detail} ->> 'ratedHours')::float8`,
          functional: sql<Schedule>`nullif(${detail} -> 'functional', 'null'::jsonb)`,
          autonomy: sql<Schedule>`nullif(${detail} -> 'autonomy', 'null'::jsonb)`,
        })
        .from(centralUnitTable)
        .where(
          and(
            inArray(centralUnitTable.plantId, idsOf(plants)),
            isNull(centralUnitTable.removedAt),
            eq(centralUnitTable.acquired, true),
            sql`(${detail} #>> '{functional,next}' is not null or ${detail} #>> '{autonomy,next}' is not null)`,
          ),
        )
        .orderBy(asc(centralUnitTable.addedAt), asc(centralUnitTable.unit))
        .limit(calendarLimits.units + 1)

/**
 * Next tests that the units of these plants start, as reported: all before `until`, earliest first up to `limit`, and the first one after it.
 */
export const listNextOfUnits = async (
  tx: Tx,
  plantIds: readonly string[],
  { until, limit }: { until: Date; limit: number },
): Promise<{ plantId: string; kind: TestKind; at: Date }[]> => {
  const { rows } = await tx.execute<{ plantId: string; kind: TestKind; at: Date | string }>(sql`
    with planned as (
      select unit.plant_id as "plantId", plan.kind, (unit.detail #>> array[plan.kind, 'next'])::timestamptz as at
      from ${centralUnitTable} as unit cross join (values ('functional'), ('autonomy')) as plan (kind)
      where unit.plant_id = any (${sql.param([...plantIds])}::uuid[]) and unit.removed_at is null and unit.acquired
    )
    (select * from planned where at < ${until.toISOString()} order by at limit ${limit})
    union all
    (select * from planned where at >= ${until.toISOString()} order by at limit 1)`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
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
        inArray(plantId, [...new Set(unitRefs.map((one) => one.plantId))]),
        inArray(unit, [...new Set(unitRefs.map((one) => one.unit))]),
        inArray(name, Object.values(dateCommands)),
        eq(state, 'done'),
      ),
    )
    .orderBy(plantId, unit, name, desc(requestedAt))
  return new Map(rows.map((row) => [`${row.plantId} ${row.unit} ${row.name}`, new Date(row.set)]))
}

type Span = { from: Date; until: Date }

/** SQL condition: within the span and each plant's visible history. Plants without a limit share one condition. */
const openPast = (
  plants: readonly CalendarPlant[],
  { from, until }: Span,
  plantId: typeof testRunTable.plantId | typeof auditTable.plantId,
  at: typeof testRunTable.requestedAt | typeof auditTable.at,
): SQL | undefined => {
  const plantsWithFullHistory = idsOf(plants.filter(({ historySince }) => historySince === null))
  const plantsWithLimitedHistory = plants.flatMap(({ id, historySince }) =>
    historySince ? [and(eq(plantId, id), gte(at, historySince))] : [],
  )
  return and(
    gte(at, from),
    lt(at, until),
    or(
      plantsWithFullHistory.length > 0 ? inArray(plantId, plantsWithFullHistory) : undefined,
      ...plantsWithLimitedHistory,
    ),
  )
}

/** Tests of the span by time of request, newest first; one more than a calendar holds. */
export const listCalendarTests = async (tx: Tx, plants: readonly CalendarPlant[], span: Span) =>
  plants.length === 0
    ? []
    : tx
        .select({ test: testRunTable, cuId: centralUnitTable.cuId, description: centralUnitTable.description })
        .from(testRunTable)
        .innerJoin(centralUnitTable, eq(centralUnitTable.id, testRunTable.centralUnitId))
        .where(openPast(plants, span, testRunTable.plantId, testRunTable.requestedAt))
        .orderBy(desc(testRunTable.requestedAt), desc(testRunTable.id))
        .limit(calendarLimits.tests + 1)

const kindOfAction = new Map<string, TestKind>(
  [dateCommands, periodCommands].flatMap(({ functional, autonomy }) => [
    [functional, 'functional' as const],
    [autonomy, 'autonomy' as const],
  ]),
)

/** People's changes of test schedules in the span, newest first. */
export const listPlanChanges = async (tx: Tx, plants: readonly CalendarPlant[], span: Span) => {
  if (plants.length === 0) return []
  const { at, action, result, plantId } = auditTable
  const rows = await tx
    .select()
    .from(auditTable)
    .where(and(openPast(plants, span, plantId, at), inArray(action, [...kindOfAction.keys()]), eq(result, 'ok')))
    .orderBy(desc(at), desc(auditTable.id))
    .limit(calendarLimits.changes)
  return rows.flatMap((row) => {
    const kind = kindOfAction.get(row.action)
    const [unit] = row.things ?? []
    return kind && unit && row.plantId ? [{ ...row, kind, unit, plantId: row.plantId }] : []
  })
}
