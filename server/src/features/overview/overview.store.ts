import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { noCounts, tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import { containing } from '../../kernel/containing.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { visibleTo } from '../members/index.ts'
import { plantMemberTable } from '../members/members.schema.ts'
import { type PlantRow, plain } from '../plants/index.ts'
import { toFigures } from './figures.store.ts'
import { plantFiguresTable } from './overview.schema.ts'
import type { PlantFigures } from './plant-figures.ts'

const unreported: PlantFigures = {
  condition: 'unknown',
  result: 'unknown',
  units: { total: 0, connected: 0 },
  lamps: 0,
  counts: noCounts(),
  attention: [],
}

const roleOf = (caller: User, role: PlantRole | null): PlantRole =>
  caller.usertype === 'admin' ? 'installerAdministrator' : (role ?? 'clientStaff')

export const toSummary = (
  plant: PlantRow,
  role: PlantRole,
  figures: PlantFigures | undefined,
  now: Date,
): PlantSummary => {
  const { country, housenumber, city, street, prov, cap, lat, long } = plant
  return {
    plant_id: plant.id,
    plantname: plant.plantname,
    plant_type: plant.plantType,
    tier: tierOf(plant, now),
    pro_expiry: plant.proExpiry?.toISOString() ?? null,
    address: { country, housenumber, city, street, prov, cap, lat, long },
    timezone: plant.timezone,
    role,
    hasOwner: plant.owner !== null && plant.owner.name !== '',
    ...(figures ?? unreported),
  }
}

const severityOfUnknown = conditions.indexOf('unknown')
const severity = sql<number>`coalesce(${plantFiguresTable.severity}, ${sql.raw(String(severityOfUnknown))})`

export type PlantFilter = {
  search: string
  condition: Condition | undefined
  sort: 'state' | 'plantname' | 'city' | 'lamps'
  descending: boolean
}

const searched = (search: string): SQL | undefined => {
  const words = plain(search).split(/\s+/).filter(Boolean).slice(0, 8)
  return and(...words.map((word) => sql`${plantTable.searchText} like ${containing(word)}`))
}

const whereOf = (caller: User, { search }: PlantFilter): SQL | undefined =>
  and(isNull(plantTable.removedAt), visibleTo(caller), searched(search))

const orderOf = ({ sort, descending }: PlantFilter): SQL[] => {
  const direction = descending ? desc : asc
  const byName = asc(sql`${plantTable.plantname} collate "C"`)
  const keys: Record<PlantFilter['sort'], SQL> = {
    state: direction(severity),
    plantname: direction(sql`lower(${plantTable.plantname})`),
    city: direction(sql`lower(${plantTable.city})`),
    lamps: direction(sql`coalesce(${plantFiguresTable.lamps}, 0)`),
  }
  return [keys[sort], byName]
}

/** One page of the plants that a person may see. */
export const listPlants = async (
  tx: Tx,
  caller: User,
  filter: PlantFilter,
  span: { offset: number; limit: number; now: Date },
): Promise<PlantSummary[]> => {
  const rows = await tx
    .select({ plant: plantTable, figures: plantFiguresTable, role: plantMemberTable.role })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .leftJoin(
      plantMemberTable,
      and(eq(plantMemberTable.plantId, plantTable.id), eq(plantMemberTable.userId, caller.userId)),
    )
    .where(
      and(
        whereOf(caller, filter),
        filter.condition ? sql`${severity} = ${conditions.indexOf(filter.condition)}` : undefined,
      ),
    )
    .orderBy(...orderOf(filter))
    .offset(span.offset)
    .limit(span.limit)
  return rows.map(({ plant, figures, role }) =>
    toSummary(plant, roleOf(caller, role), figures ? toFigures(figures) : undefined, span.now),
  )
}

/** What the list amounts to, with and without the choice of a condition. */
export const sumPlants = async (tx: Tx, caller: User, filter: PlantFilter) => {
  const rows = await tx
    .select({
      severity,
      plants: sql<number>`count(*)::int`,
      lamps: sql<number>`coalesce(sum(${plantFiguresTable.lamps}), 0)::int`,
      units: sql<number>`coalesce(sum(${plantFiguresTable.units}), 0)::int`,
      connected: sql<number>`coalesce(sum(${plantFiguresTable.connected}), 0)::int`,
    })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(whereOf(caller, filter))
    .groupBy(severity)
  const counts = noCounts()
  const totals = { plants: 0, lamps: 0, units: 0, connected: 0 }
  for (const row of rows) {
    const name = conditions[row.severity]
    if (name) counts[name] += row.plants
    totals.plants += row.plants
    totals.lamps += row.lamps
    totals.units += row.units
    totals.connected += row.connected
  }
  return { counts, totals }
}
