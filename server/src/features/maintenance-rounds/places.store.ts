import { type SQL, sql } from 'drizzle-orm'
import { roomLampTable, roomTable, roomUnitTable } from '../rooms/rooms.schema.ts'

/** The place of a lamp or unit in the tree of rooms. */
export type PlacedRow = { building: string | null; floor: string | null; room: string | null }

const nameOf = (level: string): SQL => sql`(
  select place.name from (values (own.level, own.name), (outer_one.level, outer_one.name), (outermost.level, outermost.name))
    as place (level, name) where place.level = ${level} limit 1)`

/** Joins the places of `fault`: a lamp by unit and serial, the unit itself when the serial is empty. */
export const joinPlaces: SQL = sql`
  left join ${roomLampTable} as of_lamp
    on of_lamp.central_unit_id = fault.unit_id and of_lamp.serial = fault.serial and fault.serial <> ''
  left join ${roomUnitTable} as of_unit on of_unit.central_unit_id = fault.unit_id and fault.serial = ''
  left join ${roomTable} as own on own.id = coalesce(of_lamp.room_id, of_unit.room_id)
  left join ${roomTable} as outer_one on outer_one.id = own.parent_id
  left join ${roomTable} as outermost on outermost.id = outer_one.parent_id`

export const placeColumns: SQL = sql`
  ${nameOf('building')} as building, ${nameOf('floor')} as floor, ${nameOf('room')} as room`
