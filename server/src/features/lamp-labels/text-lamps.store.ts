import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'

/** A lamp with its texts; version 0 without any. */
export type TextLamp = {
  topic: string
  centralUnitId: string
  cuId: string
  addr: number
  serial: string
  description: string
  location: string
  version: number
}

const columns = sql`unit.unit as topic, unit.id as "centralUnitId", unit.cu_id as "cuId", lamp.addr, lamp.serial,
  coalesce(note.description, '') as description, coalesce(note.location, '') as location, coalesce(note.version, 0) as version`
const withNote = sql`left join lamp_note as note on note.central_unit_id = lamp.central_unit_id and note.serial = lamp.serial`
const isPresentUnit = (plantId: string) => sql`unit.plant_id = ${plantId} and unit.acquired and unit.removed_at is null`

export const listLampsAtPlaces = async (
  tx: Tx,
  plantId: string,
  places: readonly { topic: string; addr: number }[],
): Promise<TextLamp[]> => {
  if (places.length === 0) return []
  const { rows } = await tx.execute<TextLamp>(sql`
    select ${columns}
    from (select distinct * from unnest(${sql.param(places.map(({ topic }) => topic))}::text[],
      ${sql.param(places.map(({ addr }) => addr))}::int[])) as input (topic, addr)
    join central_unit as unit on unit.unit = input.topic and ${isPresentUnit(plantId)}
    join lamp on lamp.central_unit_id = unit.id and lamp.addr = input.addr ${withNote}`)
  return rows
}

/** The lamps of a plant with these serials, in capitals. */
export const listLampsWithSerials = async (
  tx: Tx,
  plantId: string,
  serials: readonly string[],
): Promise<TextLamp[]> => {
  if (serials.length === 0) return []
  const { rows } = await tx.execute<TextLamp>(sql`
    select ${columns}
    from unnest(${sql.param([...new Set(serials)])}::text[]) as input (serial)
    join (central_unit as unit join lamp on lamp.central_unit_id = unit.id and ${isPresentUnit(plantId)})
      on upper(lamp.serial) = input.serial ${withNote}`)
  return rows
}
