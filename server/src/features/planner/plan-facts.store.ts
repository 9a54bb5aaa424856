import { planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { drawingTable, floorPlanLampTable, floorPlanTable } from '../floor-plans/floor-plans.schema.ts'
import { roomLampTable } from '../rooms/rooms.schema.ts'

/** An emergency lamp of a plant, with its room and its place on a floor plan, as people assigned them. */
export type PlantLamp = {
  unit_id: string
  unit: string
  addr: number
  serial: string
  parity: 'even' | 'odd' | null
  rated_min: number | null
  room: string | null
  /** The scaled floor plan with the lamp, its place, and the distance in metres of neighbours. */
  plan: string | null
  x_m: number | null
  y_m: number | null
  reach_m: number | null
}

/** A plant's emergency lamps by unit and position; one more than a plan may contain, to detect the excess. */
export const listPlantLamps = async (tx: Tx, plantId: string): Promise<PlantLamp[]> => {
  const { rows } = await tx.execute<PlantLamp>(sql`
    select unit.id as unit_id, unit.unit, lamp.addr, lamp.serial, lamp.parity, lamp.rated_min, placed.room_id as room,
      scaled.id as plan, scaled.reach_m,
      spot.x * drawing.width * scaled.long_side_m / greatest(drawing.width, drawing.height) as x_m,
      spot.y * drawing.height * scaled.long_side_m / greatest(drawing.width, drawing.height) as y_m
    from ${centralUnitTable} as unit
      join ${lampTable} as lamp on lamp.central_unit_id = unit.id
      left join ${roomLampTable} as placed on placed.central_unit_id = unit.id and placed.serial = lamp.serial
      left join ${floorPlanLampTable} as spot on spot.central_unit_id = unit.id and spot.serial = lamp.serial
      left join ${floorPlanTable} as scaled on scaled.id = spot.plan_id and scaled.plant_id = unit.plant_id
      left join ${drawingTable} as drawing on drawing.id = scaled.drawing_id
    where unit.plant_id = ${plantId} and unit.removed_at is null and lamp.type = 'emergency'
    order by unit.unit, lamp.addr
    limit ${planLimits.lamps + 1}`)
  return rows
}

/** People's names of the lamps at these positions. */
export const listLampNames = async (tx: Tx, places: readonly { unitId: string; addr: number }[]) => {
  if (places.length === 0) return new Map<string, { name: string; place: string }>()
  const { rows } = await tx.execute<{ unit_id: string; addr: number; name: string; place: string | null }>(sql`
    select lamp.central_unit_id as unit_id, lamp.addr, coalesce(nullif(note.description, ''), lamp.serial) as name, note.location as place
    from unnest(${sql.param(places.map((one) => one.unitId))}::uuid[], ${sql.param(places.map(({ addr }) => addr))}::int[])
        as asked (unit_id, addr)
      join ${lampTable} as lamp on lamp.central_unit_id = asked.unit_id and lamp.addr = asked.addr
      left join ${lampNoteTable} as note on note.central_unit_id = lamp.central_unit_id and note.serial = lamp.serial`)
  return new Map(rows.map((row) => [`${row.unit_id} ${row.addr}`, { name: row.name, place: row.place ?? '' }]))
}
