import { isDeepStrictEqual } from 'node:util'
import { faultOfFailedTest } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { and, eq, inArray, lt, min, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { failedTestTable, lampChangeTable, lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { findLinks, listUnitRows } from '../central-units/index.ts'
import { countTestedLamps } from '../emergency-tests/index.ts'
import { countSharedSerials } from '../lamps/index.ts'
import { plantFiguresDueTable, plantFiguresTable } from './overview.schema.ts'
import { computePlantStats, type PlantStats } from './plant-stats.ts'

export const computeStats = async (tx: Tx, plantIds: string[]): Promise<Map<string, PlantStats>> => {
  const rows = await listUnitRows(tx, plantIds)
  const links = await findLinks(tx, [...new Set(rows.map((row) => row.unit))])
  const testedLamps = await countTestedLamps(tx, plantIds)
  const sharedCounts = await countSharedSerials(tx, plantIds)
  const byPlant = Map.groupBy(rows, (row) => row.plantId)
  return new Map(
    plantIds.map((plantId) => [
      plantId,
      computePlantStats(
        (byPlant.get(plantId) ?? []).map((row) => ({
          row,
          link: links.get(row.unit),
          tested: testedLamps.get(row.id),
          sharedSerials: sharedCounts.get(row.id) ?? 0,
        })),
      ),
    ]),
  )
}

type StatsRow = typeof plantFiguresTable.$inferSelect

export const toStats = (row: StatsRow): PlantStats => ({
  condition: row.condition,
  result: row.result,
  units: { total: row.units, connected: row.connected },
  lamps: row.lamps,
  counts: row.counts,
  attention: row.attention,
})

type Cause = PlantStats['attention'][number]

const isOfLamps = ({ code }: Cause): boolean => code.startsWith('lamp.') && code !== 'lamp.unreachable'

/** Whether two causes are the same; a lamp error must also have as many lamps, or it began at another time. */
const isSameCause = (cause: Cause) => (other: Cause) =>
  cause.cu === other.cu && cause.code === other.code && (cause.count === other.count || !isOfLamps(cause))

/**
 * Adds a start to causes reported without one: the known start, else when the first of their lamps got the error or the
 * condition, else the current time.
 */
const dateCauses = async (
  tx: Tx,
  plantId: string,
  causes: { found: readonly Cause[]; before: readonly Cause[] },
  now: Date,
): Promise<Cause[]> => {
  const datedCauses: Cause[] = []
  for (const cause of causes.found) {
    const knownSince = cause.since ?? causes.before.find(isSameCause(cause))?.since
    datedCauses.push({ ...cause, since: knownSince ?? (await findStart(tx, plantId, cause)) ?? now.toISOString() })
  }
  return datedCauses
}

/** When the first of these lamps got the error: for a failed test its result, otherwise the reported change. */
const findErrorStart = async (tx: Tx, plantId: string, cause: Cause): Promise<string | undefined> => {
  const error = cause.code.replace('lamp.', '')
  const kind = testKinds.find((one) => faultOfFailedTest[one] === error) ?? null
  const { rows } = await tx.execute<{ since: Date | string | null }>(sql`
    select min(coalesce(failed.since, reported.at, lamp.condition_since)) as since
    from ${centralUnitTable} as unit
      join ${lampTable} as lamp on lamp.central_unit_id = unit.id and ${error} = any(lamp.errors)
      left join ${failedTestTable} as failed
        on failed.central_unit_id = lamp.central_unit_id and failed.addr = lamp.addr and failed.kind = ${kind}
      left join lateral (
        select min(change.at) as at from ${lampChangeTable} as change
        where change.central_unit_id = lamp.central_unit_id and change.addr = lamp.addr and change.at > coalesce((
          select max(before.at) from ${lampChangeTable} as before
          where before.central_unit_id = lamp.central_unit_id and before.addr = lamp.addr
            and not (before.serial = lamp.serial and ${error} = any(before.errors))
        ), '-infinity')
      ) as reported on true
    where unit.plant_id = ${plantId} and unit.unit = ${cause.cu} and unit.removed_at is null`)
  const since = rows[0]?.since
  return since ? new Date(since).toISOString() : undefined
}

const findStart = async (tx: Tx, plantId: string, cause: Cause): Promise<string | undefined> => {
  if (!cause.cu || cause.code.startsWith('unit') || cause.code === 'serial_shared') return undefined
  if (isOfLamps(cause)) return findErrorStart(tx, plantId, cause)
  const [row] = await tx
    .select({ since: min(lampTable.conditionSince) })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .where(
      and(
        eq(centralUnitTable.plantId, plantId),
        eq(centralUnitTable.unit, cause.cu),
        eq(lampTable.condition, cause.condition),
      ),
    )
  return row?.since?.toISOString()
}

/** Building a statement of more rows would block the event loop for too long. */
const rowsPerStatement = 100

/** Saves the stats; returns the changed ones, by plant. */
export const saveStats = async (
  tx: Tx,
  stats: ReadonlyMap<string, PlantStats>,
  now: Date,
): Promise<Map<string, PlantStats>> => {
  const ids = [...stats.keys()]
  const savedStats = new Map<string, PlantStats>()
  const rows: (typeof plantFiguresTable.$inferInsert)[] = []
  if (ids.length === 0) return savedStats
  const storedRows = await tx.select().from(plantFiguresTable).where(inArray(plantFiguresTable.plantId, ids))
  const before = new Map(storedRows.map((row) => [row.plantId, toStats(row)]))
  for (const [plantId, found] of stats) {
    const storedStats = before.get(plantId)
    const attention = await dateCauses(
      tx,
      plantId,
      { found: found.attention, before: storedStats?.attention ?? [] },
      now,
    )
    const newStats = { ...found, attention }
    if (isDeepStrictEqual(storedStats, newStats)) continue
    savedStats.set(plantId, newStats)
    rows.push({
      plantId,
      severity: conditions.indexOf(newStats.condition),
      condition: newStats.condition,
      result: newStats.result,
      units: newStats.units.total,
      connected: newStats.units.connected,
      lamps: newStats.lamps,
      counts: newStats.counts,
      attention: newStats.attention,
      updatedAt: now,
    })
  }
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await tx
      .insert(plantFiguresTable)
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflictDoUpdate({
        target: plantFiguresTable.plantId,
        set: {
          severity: sql`excluded.severity`,
          condition: sql`excluded.condition`,
          result: sql`excluded.result`,
          units: sql`excluded.units`,
          connected: sql`excluded.connected`,
          lamps: sql`excluded.lamps`,
          counts: sql`excluded.counts`,
          attention: sql`excluded.attention`,
          updatedAt: sql`excluded.updated_at`,
        },
      })
  return savedStats
}

/** Maximum number of marks per run. */
const maxMarksPerTurn = 500

export const isAnyPlantDue = (): SQL => sql`exists (select from ${plantFiguresDueTable})`

/**
 * Claims the plants with due stats and locks them against other nodes until the transaction ends. A waiting node reads
 * everything committed meanwhile, so older stats never replace newer ones.
 */
export const claimDuePlants = async (tx: Tx): Promise<string[]> => {
  const { rows } = await tx.execute<{ plantId: string }>(sql`
    with due as (
      delete from ${plantFiguresDueTable} where id in (
        select id from ${plantFiguresDueTable} order by id limit ${maxMarksPerTurn} for update skip locked)
      returning plant_id
    )
    select distinct plant_id as "plantId" from due order by plant_id`)
  const plantIds = rows.map(({ plantId }) => plantId)
  // Lock in id order, so nodes cannot deadlock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(due.plant_id, 0))
    from unnest(${sql.param(plantIds)}::text[]) as due (plant_id)`)
  return plantIds
}

export const findStats = async (tx: Tx, plantId: string): Promise<PlantStats | undefined> => {
  const [row] = await tx.select().from(plantFiguresTable).where(eq(plantFiguresTable.plantId, plantId))
  return row && toStats(row)
}

export const deleteStatsOfRemoved = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { plantId } = plantFiguresTable
  const removedPlants = tx.select({ id: plantTable.id }).from(plantTable).where(lt(plantTable.removedAt, before))
  const isOfRemovedPlant = inArray(plantId, removedPlants)
  return deleteBatch(tx, { table: plantFiguresTable, key: plantId, which: isOfRemovedPlant, limit })
}
