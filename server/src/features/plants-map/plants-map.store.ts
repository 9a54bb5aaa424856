import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { type MapBox, type MapPin, mapLimits } from '@vigilux/contract/features/plants-map/plants-map.ts'
import { and, asc, between, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { matchesPlantQuery, type PlantQuery, severity } from '../overview/index.ts'
import { plantFiguresTable } from '../overview/overview.schema.ts'

type MapQuery = { caller: User; asked: PlantQuery; now: Date }

/** Plants within a part of the map. */
export const inBox = ({ south, west, north, east }: MapBox): SQL =>
  and(between(plantTable.lat, south, north), between(plantTable.long, west, east)) ?? sql`true`

export const isWithoutPosition: SQL = isNull(plantTable.lat)

/** The same projection as `toWorldSquare` of the contract, in cells of a grid with `cells` columns across the world. */
const cellsOf = (cells: number) => {
  const lat = sql`radians(least(85.05, greatest(-85.05, ${plantTable.lat})))`
  return {
    x: sql<number>`floor((${plantTable.long} + 180) / 360 * ${cells}::float8)::int`,
    y: sql<number>`floor((0.5 - ln(tan(pi() / 4 + ${lat} / 2)) / (2 * pi())) * ${cells}::float8)::int`,
  }
}

/** The plants within a part of the map, one entry per grid cell, worst first. */
export const countCells = async (
  tx: Tx,
  { caller, asked: plantQuery, now }: MapQuery,
  { box, zoom }: { box: MapBox; zoom: number },
): Promise<MapPin[]> => {
  const rows = await tx
    .select({
      ...cellsOf((256 * 2 ** zoom) / mapLimits.cell),
      worst: sql<number>`min(${severity})::int`,
      plants: sql<number>`count(*)::int`,
      lat: sql<number>`avg(${plantTable.lat})`,
      long: sql<number>`avg(${plantTable.long})`,
      south: sql<number>`min(${plantTable.lat})`,
      north: sql<number>`max(${plantTable.lat})`,
      west: sql<number>`min(${plantTable.long})`,
      east: sql<number>`max(${plantTable.long})`,
      // Meaningful only for cells with a single plant. The "C" collation avoids the cost of a language's order.
      id: sql<string>`min(${plantTable.id}::text collate "C")`,
      plantname: sql<string>`min(${plantTable.plantname} collate "C")`,
      city: sql<string>`min(${plantTable.city} collate "C")`,
    })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(and(matchesPlantQuery(caller, plantQuery, now), isNotNull(plantTable.lat), inBox(box)))
    // Group by column position (cell): a repeated expression would bind its values a second time.
    .groupBy(sql`1`, sql`2`)
    .orderBy(asc(sql`3`), asc(sql`2`), asc(sql`1`))
    .limit(mapLimits.pins)
  return rows.map(({ worst: worstSeverity, plants, lat, long, south, north, west, east, id, plantname, city }) => ({
    lat: Number(lat),
    long: Number(long),
    plants,
    condition: conditions[worstSeverity] ?? ('unknown' satisfies Condition),
    box: { south: Number(south), west: Number(west), north: Number(north), east: Number(east) },
    plant: plants === 1 ? { plant_id: id, plantname, city } : null,
  }))
}

/** The bounding box of the selected plants; null when none has a position. */
export const findExtent = async (tx: Tx, { caller, asked: plantQuery, now }: MapQuery): Promise<MapBox | null> => {
  const [row] = await tx
    .select({
      south: sql<number | null>`min(${plantTable.lat})`,
      west: sql<number | null>`min(${plantTable.long})`,
      north: sql<number | null>`max(${plantTable.lat})`,
      east: sql<number | null>`max(${plantTable.long})`,
    })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(and(matchesPlantQuery(caller, plantQuery, now), isNotNull(plantTable.lat)))
  if (!row || row.south === null) return null
  return { south: Number(row.south), west: Number(row.west), north: Number(row.north), east: Number(row.east) }
}

/** Number of selected plants without a position. */
export const countWithout = async (tx: Tx, { caller, asked: plantQuery, now }: MapQuery): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(and(matchesPlantQuery(caller, plantQuery, now), isWithoutPosition))
  return row?.n ?? 0
}
