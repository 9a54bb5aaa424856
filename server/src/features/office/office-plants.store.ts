import type { ActionInput } from '@vigilux/contract/actions.ts'
import {
  type AdministratorGap,
  type OfficePlant,
  officeLimits,
  type officeSortKeys,
  proEndingDays,
} from '@vigilux/contract/features/office/office-plant.ts'
import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { Tier } from '@vigilux/contract/features/plants/tiers.ts'
import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn, zoneOrUtc } from '../../kernel/zoned.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import {
  type FoundGap,
  isVisibleTo,
  isWithoutAdministrator,
  listAdministratorGaps,
  listOwnerIds,
  membershipsAt,
} from '../members/index.ts'
import { severity, sumPlantTotals, totalsBySeverity } from '../overview/index.ts'
import { plantFiguresTable } from '../overview/overview.schema.ts'
import { isOfTier, matchesSearch, tierIn } from '../plants/index.ts'
import { officeNoteTable } from './office.schema.ts'

export type OfficePlantFilter = Partial<
  Pick<ActionInput<'getSummaryPlants'>, 'country' | 'prov' | 'tier' | 'chain'>
> & {
  search: string
  /** Only the plants of this member. */
  userId?: string | undefined
  /** Only plants of some chain. */
  chainsOnly?: boolean
  /** Only plants without an active administrator. */
  withoutAdministrator?: boolean
}
export type OfficePlantOrder = { sort: (typeof officeSortKeys)[number]; descending: boolean }

const lamps = sql<number>`coalesce(${plantFiguresTable.lamps}, 0)`
const notOk = sql<number>`${lamps} - coalesce((${plantFiguresTable.counts}->>'ok')::int, 0)`

const isMember = (userId: string, now: Date): SQL => {
  const member = membershipsAt(now)
  return sql`exists (select 1 from ${member} where ${member.plantId} = ${plantTable.id} and ${member.userId} = ${userId})`
}

const matchesFilter = (caller: User, query: OfficePlantFilter, now: Date): SQL | undefined =>
  and(
    isNull(plantTable.removedAt),
    isNull(plantTable.archivedAt),
    isVisibleTo(caller, now),
    matchesSearch(query.search),
    query.country ? eq(plantTable.country, query.country) : undefined,
    query.prov ? sql`lower(${plantTable.prov}) = lower(${query.prov})` : undefined,
    query.tier ? isOfTier(query.tier, now) : undefined,
    query.chain ? eq(officeNoteTable.chain, query.chain) : undefined,
    query.chainsOnly ? ne(officeNoteTable.chain, '') : undefined,
    query.withoutAdministrator ? isWithoutAdministrator(now) : undefined,
    query.userId ? isMember(query.userId, now) : undefined,
  )

const orderOf = ({ sort, descending }: OfficePlantOrder): SQL[] => {
  const direction = descending ? desc : asc
  const keys: Record<OfficePlantOrder['sort'], SQL> = {
    state: direction(severity),
    plantname: direction(sql`lower(${plantTable.plantname})`),
    city: direction(sql`lower(${plantTable.city})`),
    units: direction(sql`coalesce(${plantFiguresTable.units}, 0)`),
    lamps: direction(lamps),
    notOk: direction(notOk),
    // Plants without an end come last in both directions.
    expiry: sql`${plantTable.proExpiry} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`,
  }
  return [keys[sort], asc(sql`${plantTable.plantname} collate "C"`), asc(plantTable.id)]
}

/** By plant: the company of its longest-serving installer administrator, or the person's name. */
const installersOf = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, string>> => {
  if (plantIds.length === 0) return new Map()
  const member = membershipsAt(now)
  const { plantId, role, since, userId } = member
  const name = sql<string>`coalesce(nullif(${profileTable.businessname}, ''), ${profileTable.name} || ' ' || ${profileTable.surname})`
  const rows = await tx
    .selectDistinctOn([plantId], { plantId, name })
    .from(member)
    .innerJoin(profileTable, eq(profileTable.userId, userId))
    .where(and(inArray(plantId, plantIds), eq(role, 'installerAdministrator')))
    .orderBy(plantId, asc(since), asc(userId))
  return new Map(rows.map((row) => [row.plantId, row.name]))
}

type OfficeNoteRow = typeof officeNoteTable.$inferSelect
export const toOfficeNote = (
  row: Pick<OfficeNoteRow, 'contract' | 'chain' | 'note' | 'version'> | null | undefined,
) => ({
  contract: row?.contract ?? '',
  chain: row?.chain ?? '',
  note: row?.note ?? '',
  version: row?.version ?? 0,
})

const toGap = (gap: FoundGap | undefined, timezone: string, hasOwner: boolean): AdministratorGap => ({
  why: gap?.why ?? 'none',
  name: gap?.name ?? null,
  since: gap?.at ? dayIn(gap.at, zoneOrUtc(timezone)) : (gap?.day ?? null),
  hasOwner,
})

/** One page of the matching plants, as the office lists them. */
export const listOfficePlants = async (
  tx: Tx,
  caller: User,
  query: OfficePlantFilter & OfficePlantOrder & { condition?: Condition | undefined },
  span: { offset: number; limit: number; now: Date },
): Promise<OfficePlant[]> => {
  const inCondition = query.condition && sql`${severity} = ${conditions.indexOf(query.condition)}`
  const rows = await tx
    .select({
      plant: plantTable,
      figures: plantFiguresTable,
      own: officeNoteTable,
      notOk,
      lacks: isWithoutAdministrator(span.now),
    })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .leftJoin(officeNoteTable, eq(officeNoteTable.plantId, plantTable.id))
    .where(and(matchesFilter(caller, query, span.now), inCondition))
    .orderBy(...orderOf(query))
    .offset(span.offset)
    .limit(span.limit)
  const plantIds = rows.map(({ plant }) => plant.id)
  const installers = await installersOf(tx, plantIds, span.now)
  const lackingIds = rows.filter(({ lacks }) => lacks).map(({ plant }) => plant.id)
  const gaps = await listAdministratorGaps(tx, lackingIds, span.now)
  const owners = await listOwnerIds(tx, lackingIds, span.now)
  return rows.map(({ plant, figures: statsRow, own: officeNote, lacks, notOk: lampsNotOk }) => ({
    plant_id: plant.id,
    plantname: plant.plantname,
    city: plant.city,
    prov: plant.prov,
    country: plant.country,
    lat: plant.lat,
    long: plant.long,
    installer: installers.get(plant.id) ?? '',
    administratorGap: lacks ? toGap(gaps.get(plant.id), plant.timezone, owners.has(plant.id)) : null,
    tier: tierOf(plant, span.now),
    pro_expiry: plant.proExpiry?.toISOString() ?? null,
    timezone: plant.timezone,
    condition: statsRow?.condition ?? 'unknown',
    cause: statsRow?.attention[0] ?? null,
    units: { total: statsRow?.units ?? 0, connected: statsRow?.connected ?? 0 },
    lamps: statsRow?.lamps ?? 0,
    not_ok: lampsNotOk,
    own: toOfficeNote(officeNote),
  }))
}

/** Totals of the matching plants in any condition; plants without an administrator are counted on request. */
export const countOfficePlants = async (
  tx: Tx,
  caller: User,
  query: OfficePlantFilter & { countLacking?: boolean },
  now: Date,
) => {
  const tier = tierIn(now)
  const { proExpiry } = plantTable
  const endingUntil = new Date(now.getTime() + proEndingDays * 86_400_000)
  const rows = await tx
    .select({
      country: plantTable.country,
      tier,
      ...totalsBySeverity,
      lacking: query.countLacking
        ? sql<number>`(count(*) filter (where ${isWithoutAdministrator(now)}))::int`
        : sql<number>`0`,
      proEnding: sql<number>`(count(*) filter (where ${proExpiry} > ${now.toISOString()} and ${proExpiry} <= ${endingUntil.toISOString()}))::int`,
    })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .leftJoin(officeNoteTable, eq(officeNoteTable.plantId, plantTable.id))
    .where(matchesFilter(caller, query, now))
    // Group by column position (country, tier, severity): a repeated expression would bind its values a second time.
    .groupBy(sql`1`, sql`2`, sql`3`)
  const tiers: Record<Tier, number> = { basic: 0, pro: 0, expired: 0 }
  for (const row of rows) tiers[row.tier] += row.plants
  const { counts, totals } = sumPlantTotals(rows)
  const countries = new Set(rows.map(({ country }) => country)).size
  const withoutAdministrator = rows.reduce((total, { lacking }) => total + lacking, 0)
  const ending = rows.reduce((total, { proEnding }) => total + proEnding, 0)
  return { counts, tiers, totals: { ...totals, countries }, withoutAdministrator, proEnding: ending }
}

/** The chains by name, each with its number of plants. */
export const listChains = async (tx: Tx): Promise<{ chain: string; plants: number }[]> =>
  tx
    .select({ chain: officeNoteTable.chain, plants: sql<number>`count(*)::int` })
    .from(officeNoteTable)
    .innerJoin(plantTable, eq(plantTable.id, officeNoteTable.plantId))
    .where(and(ne(officeNoteTable.chain, ''), isNull(plantTable.removedAt), isNull(plantTable.archivedAt)))
    .groupBy(officeNoteTable.chain)
    .orderBy(sql`lower(${officeNoteTable.chain})`)
    .limit(officeLimits.chains)
