import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts, tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { type Tier, tiers } from '@vigilux/contract/features/plants/tiers.ts'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo, membershipsAt } from '../members/index.ts'
import { isFavourite, isOfTier, matchesSearch, type PlantRow, tierIn } from '../plants/index.ts'
import { plantFiguresTable } from './overview.schema.ts'
import type { PlantStats } from './plant-stats.ts'
import { severity, sumPlantTotals, totalsBySeverity } from './plant-totals.store.ts'
import { toStats } from './stats.store.ts'

const withoutReport: PlantStats = {
  condition: 'unknown',
  result: 'unknown',
  units: { total: 0, connected: 0 },
  lamps: 0,
  counts: emptyCounts(),
  attention: [],
}

const roleOf = (caller: User, role: PlantRole | null): PlantRole =>
  caller.usertype === 'admin' ? 'installerAdministrator' : (role ?? 'clientStaff')

export const toSummary = (
  plant: PlantRow,
  membership: { role: PlantRole; favourite: boolean },
  stats: PlantStats | undefined,
  now: Date,
): PlantSummary => {
  const { country, housenumber, city, street, prov, cap, lat, long, positionBy } = plant
  return {
    plant_id: plant.id,
    plantname: plant.plantname,
    plant_type: plant.plantType,
    tier: tierOf(plant, now),
    pro_expiry: plant.proExpiry?.toISOString() ?? null,
    address: { country, housenumber, city, street, prov, cap, lat, long, positionBy },
    timezone: plant.timezone,
    ...membership,
    hasOwner: plant.owner !== null && plant.owner.name !== '',
    archived_at: plant.archivedAt?.toISOString() ?? null,
    ...(stats ?? withoutReport),
  }
}

export type PlantFilter = {
  search: string
  condition?: Condition | undefined
  tiers: readonly Tier[]
  roles: readonly PlantRole[]
  favourites: boolean
  archived: boolean
  sort: 'state' | 'plantname' | 'city' | 'lamps'
  descending: boolean
}

export type PlantQuery = Omit<PlantFilter, 'sort' | 'descending'>

const isArchived = isNotNull(plantTable.archivedAt)

const whereOf = (
  caller: User,
  { search, archived }: Pick<PlantFilter, 'search' | 'archived'>,
  now: Date,
): SQL | undefined =>
  and(
    isNull(plantTable.removedAt),
    isVisibleTo(caller, now),
    matchesSearch(search),
    archived ? isArchived : isNull(plantTable.archivedAt),
  )

const orderOf = ({ sort, descending }: PlantFilter): SQL[] => {
  const direction = descending ? desc : asc
  const byName = asc(sql`${plantTable.plantname} collate "C"`)
  const keys: Record<PlantFilter['sort'], SQL> = {
    state: direction(severity),
    plantname: direction(sql`lower(${plantTable.plantname})`),
    city: direction(sql`lower(${plantTable.city})`),
    lamps: direction(sql`coalesce(${plantFiguresTable.lamps}, 0)`),
  }
  return [keys[sort], byName, asc(plantTable.id)]
}

/** The filters besides the search; a list of values matches any of them. */
const matchesFilter = (caller: User, filter: PlantQuery, role: SQLWrapper, now: Date): SQL | undefined => {
  // The office acts as installer administrator in every plant.
  const roleColumn = caller.usertype === 'admin' ? sql`'installerAdministrator'` : role
  return and(
    filter.condition ? sql`${severity} = ${conditions.indexOf(filter.condition)}` : undefined,
    filter.tiers.length > 0 ? or(...filter.tiers.map((tier) => isOfTier(tier, now))) : undefined,
    filter.roles.length > 0 ? inArray(roleColumn, [...filter.roles]) : undefined,
    filter.favourites ? isFavourite(caller.userId) : undefined,
  )
}

/** SQL condition: a plant is on the list. Requires only a join of the stats. */
export const matchesPlantQuery = (caller: User, query: PlantQuery, now: Date): SQL | undefined => {
  const member = membershipsAt(now)
  const role = sql`(select ${member.role} from ${member} where ${member.plantId} = ${plantTable.id} and ${member.userId} = ${caller.userId})`
  return and(whereOf(caller, query, now), matchesFilter(caller, query, role, now))
}

/** One page of the plants visible to a person. */
export const listPlants = async (
  tx: Tx,
  caller: User,
  filter: PlantFilter,
  span: { offset: number; limit: number; now: Date; also?: SQL },
): Promise<PlantSummary[]> => {
  const member = membershipsAt(span.now)
  // Select ids first: the rows are wide, and sorting would move those of all plants.
  const visiblePlants = tx
    .select({ id: plantTable.id, role: member.role, favourite: isFavourite(caller.userId).as('favourite') })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .leftJoin(member, and(eq(member.plantId, plantTable.id), eq(member.userId, caller.userId)))
    .where(and(whereOf(caller, filter, span.now), matchesFilter(caller, filter, member.role, span.now), span.also))
    .orderBy(...orderOf(filter))
    .offset(span.offset)
    .limit(span.limit)
    .as('chosen')
  const rows = await tx
    .select({
      plant: plantTable,
      figures: plantFiguresTable,
      role: visiblePlants.role,
      favourite: visiblePlants.favourite,
    })
    .from(visiblePlants)
    .innerJoin(plantTable, eq(plantTable.id, visiblePlants.id))
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .orderBy(...orderOf(filter))
  return rows.map(({ plant, figures: statsRow, role, favourite }) =>
    toSummary(plant, { role: roleOf(caller, role), favourite }, statsRow ? toStats(statsRow) : undefined, span.now),
  )
}

type Sums = Parameters<typeof sumPlantTotals>[0][number] & { tier: Tier; role: PlantRole; favourite: boolean }

/** The sums included by each filter. */
const filterPredicates = ({ condition, tiers: requestedTiers, roles, favourites }: PlantFilter) => ({
  condition: (row: Sums) => !condition || conditions[row.severity] === condition,
  tier: (row: Sums) => requestedTiers.length === 0 || requestedTiers.includes(row.tier),
  role: (row: Sums) => roles.length === 0 || roles.includes(row.role),
  favourite: (row: Sums) => !favourites || row.favourite,
})

const plantsIn = (rows: readonly Pick<Sums, 'plants'>[]): number =>
  rows.reduce((total, { plants }) => total + plants, 0)

const countsOf = <Name extends string>(names: readonly Name[], rows: readonly Sums[], nameOf: (row: Sums) => Name) =>
  Object.fromEntries(names.map((name) => [name, plantsIn(rows.filter((row) => nameOf(row) === name))])) as Record<
    Name,
    number
  >

/**
 * Totals of the list in any condition, plants per filter value, and the caller's archived plants regardless of the
 * search. One statement, because each of them reads every plant.
 */
export const sumPlants = async (tx: Tx, caller: User, filter: PlantFilter, now: Date) => {
  const member = membershipsAt(now)
  const rows = await tx
    .select({
      isArchived: sql<boolean>`${isArchived}`,
      isFound: sql<boolean>`${matchesSearch(filter.search) ?? sql`true`}`,
      tier: tierIn(now),
      role: member.role,
      favourite: isFavourite(caller.userId),
      ...totalsBySeverity,
    })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .leftJoin(member, and(eq(member.plantId, plantTable.id), eq(member.userId, caller.userId)))
    .where(and(isNull(plantTable.removedAt), isVisibleTo(caller, now)))
    // Group by column position: a repeated expression would bind its values a second time.
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`)
  const listedRows = rows.filter((row) => row.isFound && row.isArchived === filter.archived)
  const sums = listedRows.map((row): Sums => ({ ...row, role: roleOf(caller, row.role) }))
  const predicates = filterPredicates(filter)
  const sumsExcept = (ownFilter?: keyof typeof predicates) =>
    sums.filter((row) => Object.entries(predicates).every(([name, matches]) => name === ownFilter || matches(row)))
  const { counts, totals } = sumPlantTotals(sumsExcept('condition'))
  return {
    total: plantsIn(sumsExcept()),
    totals,
    conditions: counts,
    tiers: countsOf(tiers, sumsExcept('tier'), ({ tier }) => tier),
    roles: countsOf(plantRoles, sumsExcept('role'), ({ role }) => role),
    favourites: plantsIn(sumsExcept('favourite').filter(({ favourite }) => favourite)),
    archived: plantsIn(rows.filter((row) => row.isArchived)),
  }
}
