import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOneOf } from '../../kernel/one-of.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { failedTestTable, lampTable } from '../../tables/lamps.schema.ts'
import { roundItemTable } from '../maintenance-rounds/maintenance-rounds.schema.ts'

export type FaultStart = { plantId: string; since: Date; count: number }

/**
 * Starts of the open faults of these plants' emergency lamps, each lamp once, by the quarter of an hour: no time zone
 * divides one. The same lamps as in `listLampFacts`, found by indexes of faulty ones, so the cost does not grow with
 * all lamps.
 */
export const listLampFaultStarts = async (tx: Tx, plantIds: readonly string[]): Promise<FaultStart[]> => {
  const { rows } = await tx.execute<{ plantId: string; since: Date | string; count: number }>(sql`
    with unit as (
      select id, plant_id from ${centralUnitTable}
      where ${isOneOf(sql`plant_id`, 'uuid', plantIds)} and removed_at is null and acquired
    ), start as (
      select unit.plant_id, lamp.central_unit_id, lamp.addr, lamp.faults_since as since
      from unit join ${lampTable} on lamp.central_unit_id = unit.id
      where lamp.errors <> '{}' and lamp.type = 'emergency'
      union all
      select unit.plant_id, lamp.central_unit_id, lamp.addr, failed_test.since
      from unit join ${failedTestTable} on failed_test.central_unit_id = unit.id
        join ${lampTable} on lamp.central_unit_id = unit.id and lamp.addr = failed_test.addr
      where lamp.type = 'emergency'
      union all
      select unit.plant_id, lamp.central_unit_id, lamp.addr, round_item.added_at
      from unit join ${roundItemTable} on round_item.plant_id = unit.plant_id and round_item.central_unit_id = unit.id
        join ${lampTable} on lamp.central_unit_id = unit.id and lamp.serial = round_item.serial
      where lamp.type = 'emergency' and round_item.serial <> '' and round_item.proof <> 'report'
        and round_item.state in ('open', 'done', 'left')
    ), lamp_start as (
      select plant_id, date_bin('15 minutes', min(since), timestamptz 'epoch') as since
      from start where since is not null group by plant_id, central_unit_id, addr
    )
    select plant_id as "plantId", since, count(*)::int as count from lamp_start group by plant_id, since`)
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** Units of these plants with reported faults. */
export const listFaultyUnits = (tx: Tx, plantIds: readonly string[]) => {
  const { plantId, unit, addedAt, errors, acquired, removedAt } = centralUnitTable
  return tx
    .select({ plantId, unit, addedAt, errors })
    .from(centralUnitTable)
    .where(and(isOneOf(plantId, 'uuid', plantIds), isNull(removedAt), eq(acquired, true), sql`${errors} <> '{}'`))
}

/** When the first unit with emergency lamps was added to each of these plants. */
export const listPlantStarts = async (tx: Tx, plantIds: readonly string[]): Promise<Map<string, Date>> => {
  const { rows } = await tx.execute<{ plantId: string; since: Date | string }>(sql`
    select unit.plant_id as "plantId", min(unit.added_at) as since from ${centralUnitTable} as unit
    where ${isOneOf(sql`unit.plant_id`, 'uuid', plantIds)} and unit.removed_at is null and unit.acquired
      and exists (select from ${lampTable} where lamp.central_unit_id = unit.id and lamp.type = 'emergency')
    group by unit.plant_id`)
  return new Map(rows.map(({ plantId, since }) => [plantId, new Date(since)]))
}
