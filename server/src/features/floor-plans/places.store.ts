import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import type { LampSuccessor } from '../lamps/index.ts'
import { floorPlanLampTable, floorPlanTable } from './floor-plans.schema.ts'

/** Placeholder serial for the unit itself. */
export const unitPlaceSerial = ''

/** A lamp or a unit, with its position on a plan. */
export type PlacedLamp = { centralUnitId: string; serial: string; x: number; y: number }

const isOfPlant = (plantId: string) =>
  and(eq(floorPlanTable.plantId, plantId), eq(centralUnitTable.plantId, plantId), isNull(centralUnitTable.removedAt))
const isReportedLamp = and(
  eq(lampTable.centralUnitId, floorPlanLampTable.centralUnitId),
  eq(lampTable.serial, floorPlanLampTable.serial),
)

/** Condition: a lamp reported by its unit, or a unit itself. */
const isThere = or(isNotNull(lampTable.addr), eq(floorPlanLampTable.serial, unitPlaceSerial))

/** Places of lamps and units on the plans of a plant; a unit has no address. */
export const listPlacesOfPlant = (tx: Tx, plantId: string) =>
  tx
    .select({
      planId: floorPlanLampTable.planId,
      topic: centralUnitTable.unit,
      addr: lampTable.addr,
      x: floorPlanLampTable.x,
      y: floorPlanLampTable.y,
    })
    .from(floorPlanLampTable)
    .innerJoin(floorPlanTable, eq(floorPlanTable.id, floorPlanLampTable.planId))
    .leftJoin(lampTable, isReportedLamp)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, floorPlanLampTable.centralUnitId))
    .where(and(isOfPlant(plantId), isThere))
    .orderBy(asc(floorPlanLampTable.planId), asc(centralUnitTable.unit), asc(lampTable.addr))

/** The same for one plan. */
export const listPlacesOnPlan = (tx: Tx, plantId: string, planId: string) =>
  tx
    .select({
      centralUnitId: floorPlanLampTable.centralUnitId,
      serial: floorPlanLampTable.serial,
      topic: centralUnitTable.unit,
      addr: lampTable.addr,
      x: floorPlanLampTable.x,
      y: floorPlanLampTable.y,
    })
    .from(floorPlanLampTable)
    .innerJoin(floorPlanTable, eq(floorPlanTable.id, floorPlanLampTable.planId))
    .leftJoin(lampTable, isReportedLamp)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, floorPlanLampTable.centralUnitId))
    .where(and(isOfPlant(plantId), eq(floorPlanTable.id, planId), isThere))
    .orderBy(asc(centralUnitTable.unit), asc(lampTable.addr))

type PlanCounts = { lamps: number; units: number }

/** Numbers of reported lamps and of units per plan. */
export const countByPlan = async (tx: Tx, plantId: string): Promise<Map<string, PlanCounts>> => {
  const rows = await tx
    .select({
      planId: floorPlanLampTable.planId,
      lamps: sql<number>`count(${lampTable.addr})::int`,
      units: sql<number>`(count(*) - count(${lampTable.addr}))::int`,
    })
    .from(floorPlanLampTable)
    .innerJoin(floorPlanTable, eq(floorPlanTable.id, floorPlanLampTable.planId))
    .leftJoin(lampTable, isReportedLamp)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, floorPlanLampTable.centralUnitId))
    .where(and(isOfPlant(plantId), isThere))
    .groupBy(floorPlanLampTable.planId)
  return new Map(rows.map(({ planId, ...planCounts }) => [planId, planCounts]))
}

/** Increments the version of a plan's places; undefined if the version has changed. */
export const nextPlacesVersion = async (tx: Tx, planId: string, opened: number): Promise<number | undefined> => {
  const [row] = await tx
    .update(floorPlanTable)
    .set({ placesVersion: sql`${floorPlanTable.placesVersion} + 1` })
    .where(and(eq(floorPlanTable.id, planId), eq(floorPlanTable.placesVersion, opened)))
    .returning({ version: floorPlanTable.placesVersion })
  return row?.version
}

/** Increments the version of a plan's places unconditionally. */
export const incrementPlacesVersion = async (tx: Tx, planId: string): Promise<number> => {
  const [row] = await tx
    .update(floorPlanTable)
    .set({ placesVersion: sql`${floorPlanTable.placesVersion} + 1` })
    .where(eq(floorPlanTable.id, planId))
    .returning({ version: floorPlanTable.placesVersion })
  if (!row) throw new Error('the plan is gone, though the plant is locked')
  return row.version
}

const columnsOf = (lamps: readonly Omit<PlacedLamp, 'x' | 'y'>[]) => ({
  units: sql.param(lamps.map(({ centralUnitId }) => centralUnitId)),
  serials: sql.param(lamps.map(({ serial }) => serial)),
})

/**
 * Puts lamps and units on a plan, moving them from others; returns the other plans with losses, with their new
 * versions.
 */
export const placeLampsOnPlan = async (
  tx: Tx,
  planId: string,
  lamps: readonly PlacedLamp[],
): Promise<{ id: string; version: number }[]> => {
  if (lamps.length === 0) return []
  const { units, serials } = columnsOf(lamps)
  const plansLeft = await tx.execute<{ id: string; version: number }>(sql`
    update floor_plan set places_version = places_version + 1
    where id <> ${planId} and id in (
      select plan_id from floor_plan_lamp
      where (central_unit_id, serial) in (select * from unnest(${units}::uuid[], ${serials}::text[])))
    returning id, places_version as version`)
  const [xs, ys] = [sql.param(lamps.map(({ x }) => x)), sql.param(lamps.map(({ y }) => y))]
  await tx.execute(sql`
    insert into floor_plan_lamp (central_unit_id, serial, plan_id, x, y)
    select unit, serial, ${planId}::uuid, x, y
    from unnest(${units}::uuid[], ${serials}::text[], ${xs}::float8[], ${ys}::float8[]) as named (unit, serial, x, y)
    on conflict (central_unit_id, serial) do update set plan_id = excluded.plan_id, x = excluded.x, y = excluded.y`)
  return plansLeft.rows
}

/** Every place on a plan, including those of lamps without a present report. */
export const listAllPlacesOnPlan = (tx: Tx, planId: string): Promise<PlacedLamp[]> =>
  tx
    .select({
      centralUnitId: floorPlanLampTable.centralUnitId,
      serial: floorPlanLampTable.serial,
      x: floorPlanLampTable.x,
      y: floorPlanLampTable.y,
    })
    .from(floorPlanLampTable)
    .where(eq(floorPlanLampTable.planId, planId))

export const removePlaces = async (
  tx: Tx,
  planId: string,
  lamps: readonly Omit<PlacedLamp, 'x' | 'y'>[],
): Promise<void> => {
  if (lamps.length === 0) return
  const { units, serials } = columnsOf(lamps)
  await tx.execute(sql`
    delete from floor_plan_lamp
    where plan_id = ${planId}
      and (central_unit_id, serial) in (select * from unnest(${units}::uuid[], ${serials}::text[]))`)
}

/** Moves the places of a unit and its lamps to its replacement. */
export const movePlaces = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into floor_plan_lamp (central_unit_id, serial, plan_id, x, y)
    select ${toUnitId}, serial, plan_id, x, y from floor_plan_lamp where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}

/** Moves the places of replaced lamps to their replacements, unless those have one. */
export const movePlacesToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedLamps: readonly LampSuccessor[],
): Promise<void> => {
  await tx.execute(sql`
    update floor_plan_lamp as placed set serial = pair.new
    from unnest(${sql.param(replacedLamps.map((one) => one.old))}::text[], ${sql.param(replacedLamps.map((one) => one.new))}::text[])
      as pair (old, new)
    where placed.central_unit_id = ${centralUnitId} and placed.serial = pair.old
      and not exists (
        select from floor_plan_lamp as own where own.central_unit_id = ${centralUnitId} and own.serial = pair.new)`)
}
