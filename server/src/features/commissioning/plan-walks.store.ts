import { walkLimits } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'

/**
 * Lamps of a plant without a place on a floor plan, at most as many as one walk has. Those of the plan's floor come
 * first, because the walk takes place there.
 */
export const listUnplacedLamps = async (
  tx: Tx,
  { plantId, planId }: { plantId: string; planId: string },
): Promise<{ centralUnitId: string; serial: string }[]> => {
  const { rows } = await tx.execute<{ unit: string; serial: string }>(sql`
    select lamp.central_unit_id as unit, lamp.serial
    from lamp
    join central_unit as unit on unit.id = lamp.central_unit_id
    left join room_lamp as put on put.central_unit_id = lamp.central_unit_id and put.serial = lamp.serial
    left join room on room.id = put.room_id
    left join room as above on above.id = room.parent_id
    where unit.plant_id = ${plantId} and unit.acquired and unit.removed_at is null
      and not exists (
        select from floor_plan_lamp as placed
        where placed.central_unit_id = lamp.central_unit_id and placed.serial = lamp.serial)
    order by coalesce((select plan.room_id in (room.id, room.parent_id, above.parent_id)
      from floor_plan as plan where plan.id = ${planId}), false) desc, unit.unit, lamp.addr
    limit ${walkLimits.lamps}`)
  return rows.map(({ unit, serial }) => ({ centralUnitId: unit, serial }))
}

/** Appends lamps to a walk; an existing one is reopened if it was skipped or lost its place. */
export const addWalkLamps = async (
  tx: Tx,
  walkId: string,
  lamps: readonly { centralUnitId: string; serial: string }[],
): Promise<void> => {
  await tx.execute(sql`
    insert into walk_lamp (walk_id, central_unit_id, serial, position)
    select ${walkId}::uuid, unit, serial,
      (select coalesce(max(position), 0) from walk_lamp where walk_id = ${walkId}) + min(place)
    from unnest(
      ${sql.param(lamps.map(({ centralUnitId }) => centralUnitId))}::uuid[],
      ${sql.param(lamps.map(({ serial }) => serial))}::text[]) with ordinality as lamp (unit, serial, place)
    group by unit, serial
    on conflict (walk_id, central_unit_id, serial) do update
      set state = 'open', reason = null, by_name = null, at = null, put_off = 0
      where walk_lamp.state <> 'open'`)
}

/** Closes lamps of a walk put on a floor plan elsewhere meanwhile. */
export const closePlacedLamps = async (tx: Tx, walkId: string, at: Date): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    update walk_lamp as lamp set state = 'done', reason = null, at = ${at.toISOString()}::timestamptz
    where lamp.walk_id = ${walkId} and lamp.state <> 'done' and lamp.taken_by is null
      and exists (select from walk where walk.id = lamp.walk_id and walk.plan_id is not null)
      and exists (
      select from floor_plan_lamp as placed
      where placed.central_unit_id = lamp.central_unit_id and placed.serial = lamp.serial)
    returning lamp.position`)
  return rows.length > 0
}
