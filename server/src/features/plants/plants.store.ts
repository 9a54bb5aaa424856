import { historyStart } from '@vigilux/contract/features/plants/history.rules.ts'
import { tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { PlantChange, PlantDraft, PlantOwner } from '@vigilux/contract/features/plants/plant.ts'
import type { Tier } from '@vigilux/contract/features/plants/tiers.ts'
import { normalizeSearchText, splitSearchWords } from '@vigilux/contract/kernel/search-text.ts'
import { and, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { DueCondition } from '../../kernel/due-rows.store.ts'
import { plantNotFound } from '../../kernel/refusal.ts'
import { sqlStateOf, sqlStates } from '../../kernel/sql-state.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn, endOfDay } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantsChanged } from './plants.domain-events.ts'

export type PlantRow = typeof plantTable.$inferSelect

/** Maximum number of search words; the rest are ignored. */
const maxWords = 8

/** SQL condition: a plant matches a search when each word occurs in its name, street or city. */
export const matchesSearch = (search: string): SQL | undefined => {
  const searchWords = splitSearchWords(search).slice(0, maxWords)
  return and(...searchWords.map((searchWord) => contains(plantTable.searchText, searchWord)))
}

/** SQL condition: a plant has this tier, consistent with `tierOf` of a row. */
export const isOfTier = (tier: Tier, now: Date): SQL => {
  const runs = sql`coalesce(${plantTable.proExpiry} > ${now}, false)`
  if (tier === 'basic') return sql`not ${plantTable.everPro}`
  return tier === 'pro' ? sql`(${plantTable.everPro} and ${runs})` : sql`(${plantTable.everPro} and not ${runs})`
}

export const tierIn = (now: Date): SQL<Tier> =>
  sql<Tier>`case when ${isOfTier('basic', now)} then 'basic' when ${isOfTier('pro', now)} then 'pro' else 'expired' end`

const columnsOf = ({ address, ...plant }: PlantChange) => ({
  ...address,
  positionBy: address.positionBy ?? (address.lat === null ? 'address' : 'hand'),
  plantname: plant.plantname,
  plantType: plant.plant_type,
  timezone: plant.timezone,
  searchText: normalizeSearchText(
    [plant.plantname, address.street, address.housenumber, address.cap, address.city, address.prov].join(' '),
  ),
})

/** Saves a row with a time zone, which an older database may not know and then refuses. */
const withKnownZone = <T>(work: Work<'INVALID_INPUT'>, saving: PromiseLike<T>): Promise<T> =>
  Promise.resolve(saving).catch((error: unknown) => {
    if (sqlStateOf(error) !== sqlStates.invalidParameter) throw error
    return work.fail('INVALID_INPUT', { fields: [{ path: 'plant.timezone', code: 'unknown_time_zone' }] })
  })

export const insertPlant = async (
  work: Work<'INVALID_INPUT'>,
  plant: PlantDraft,
  creation: { userId: string; at: Date },
): Promise<string> => {
  const { userId: createdBy, at: createdAt } = creation
  const saving = work.tx
    .insert(plantTable)
    .values({ ...columnsOf(plant), owner: plant.owner, createdBy, createdAt })
    .returning({ id: plantTable.id })
  const [inserted] = await withKnownZone(work, saving)
  if (!inserted) throw new Error('the plant was not kept')
  work.emit(plantsChanged)
  return inserted.id
}

export const findPlant = async (tx: Tx, plantId: string): Promise<PlantRow> => {
  const row = await findPresentPlant(tx, plantId)
  if (!row) throw plantNotFound()
  return row
}

/** An existing plant; undefined when it is unknown or deleted. */
export const findPresentPlant = async (tx: Tx, plantId: string): Promise<PlantRow | undefined> => {
  const [row] = await tx
    .select()
    .from(plantTable)
    .where(and(eq(plantTable.id, plantId), isNull(plantTable.removedAt)))
  return row
}

/** An existing or deleted plant until it is forgotten, for data with a longer life. */
export const findPlantOrDeleted = async (tx: Tx, plantId: string): Promise<PlantRow> => {
  const [row] = await tx.select().from(plantTable).where(eq(plantTable.id, plantId))
  if (!row) throw plantNotFound()
  return row
}

/** Pro ends with a day of the plant: a change of zone keeps the day and moves the instant. */
const preserveProExpiry = async (tx: Tx, plantId: string, timezone: string) => {
  const { timezone: before, proExpiry } = plantTable
  const [row] = await tx
    .select({ before, proExpiry })
    .from(plantTable)
    .where(eq(plantTable.id, plantId))
    .for('no key update')
  if (!row?.proExpiry || row.before === timezone) return {}
  return { proExpiry: endOfDay(dayIn(new Date(row.proExpiry.getTime() - 1), row.before), timezone) }
}

/** Saves if the version matches the opened one; undefined after a concurrent change. */
export const savePlantIfVersion = async (
  work: Work<'INVALID_INPUT'>,
  plantId: string,
  version: number,
  change: PlantChange | { owner: PlantOwner | null },
): Promise<number | undefined> => {
  const columns = 'owner' in change ? change : { ...columnsOf(change), notifications: change.notifications }
  const proExpiryChange = 'owner' in change ? {} : await preserveProExpiry(work.tx, plantId, change.timezone)
  const saving = work.tx
    .update(plantTable)
    .set({ ...columns, ...proExpiryChange, version: sql`${plantTable.version} + 1` })
    .where(and(eq(plantTable.id, plantId), eq(plantTable.version, version), isNull(plantTable.removedAt)))
    .returning({ version: plantTable.version })
  const [row] = await withKnownZone(work, saving)
  return row?.version
}

export const findTier = async (tx: Tx, plantId: string, now: Date): Promise<Tier> =>
  tierOf(await findPlant(tx, plantId), now)

/** The start of a plant's visible history; null when all of it is visible. */
export const findHistoryStart = async (tx: Tx, plantId: string, now: Date): Promise<Date | null> => {
  const plant = await findPlant(tx, plantId)
  return historyStart(tierOf(plant, now), plant.timezone, now)
}

export const findTiers = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, Tier>> => {
  if (plantIds.length === 0) return new Map()
  const { id, everPro, proExpiry } = plantTable
  const rows = await tx.select({ id, everPro, proExpiry }).from(plantTable).where(inArray(id, plantIds))
  return new Map(rows.map((row) => [row.id, tierOf(row, now)]))
}

export const listPlantNames = async (tx: Tx, plantIds: string[]): Promise<Map<string, string>> => {
  if (plantIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: plantTable.id, plantname: plantTable.plantname })
    .from(plantTable)
    .where(inArray(plantTable.id, plantIds))
  return new Map(rows.map((row) => [row.id, row.plantname]))
}

export const listArchived = async (tx: Tx, plantIds: string[]): Promise<Set<string>> => {
  if (plantIds.length === 0) return new Set()
  const rows = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .where(and(inArray(plantTable.id, plantIds), isNotNull(plantTable.archivedAt)))
  return new Set(rows.map(({ id }) => id))
}

export type PlantState = Partial<Pick<PlantRow, 'archivedAt' | 'removedAt' | 'removedBy' | 'removedByName'>>

/** Archives, deletes or restores a locked plant; bumps the version, so no open form overwrites it. */
export const savePlantState = async (work: Work, plantId: string, state: PlantState): Promise<void> => {
  await work.tx
    .update(plantTable)
    .set({ ...state, version: sql`${plantTable.version} + 1` })
    .where(eq(plantTable.id, plantId))
  work.emit(plantsChanged)
}

/** A plant's local day at an instant: `2026-11-30`. */
export const findPlantDay = async (tx: Tx, plantId: string, at: Date): Promise<string> =>
  dayIn(at, (await findPlant(tx, plantId)).timezone)

export const listPlantZones = async (tx: Tx, plantIds: string[]): Promise<Map<string, string>> => {
  if (plantIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: plantTable.id, timezone: plantTable.timezone })
    .from(plantTable)
    .where(inArray(plantTable.id, plantIds))
  return new Map(rows.map((row) => [row.id, row.timezone]))
}

/** Makes a plant Pro until a time, as a code does; a plant of type Basic becomes type Pro. */
export const extendPro = async (work: Work, plantId: string, until: Date): Promise<void> => {
  const isBasic = sql`${plantTable.plantType} = 'basic'`
  await work.tx
    .update(plantTable)
    .set({
      everPro: true,
      proExpiry: until,
      plantType: sql`case when ${isBasic} then 'pro' else ${plantTable.plantType} end`,
      // An open form still shows the old type, so it must not overwrite this.
      version: sql`${plantTable.version} + case when ${isBasic} then 1 else 0 end`,
    })
    .where(eq(plantTable.id, plantId))
  work.emit(plantsChanged)
}

const hasUnnotifiedEnd = (now: Date) => {
  const { everPro, proExpiry, proEndNotified, removedAt } = plantTable
  return and(
    sql`${everPro}`,
    lte(proExpiry, now),
    sql`${proEndNotified} is distinct from ${proExpiry}`,
    isNull(removedAt),
  )
}

export const isAnyProEnded = (now: Date): DueCondition =>
  sql`exists (select from ${plantTable} where ${hasUnnotifiedEnd(now)})`

/** Claims plants whose Pro ended and was not yet notified; each end is claimed once, on one node. */
export const claimEndedPro = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const { id, proExpiry } = plantTable
  const endedPlants = tx
    .select({ id })
    .from(plantTable)
    .where(hasUnnotifiedEnd(now))
    .orderBy(proExpiry)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(plantTable)
    .set({ proEndNotified: proExpiry })
    .where(inArray(id, endedPlants))
    .returning({ id })
  return rows.map((row) => row.id)
}

/** Makes a plant Pro until the given time. */
export const grantPro = async (tx: Tx, plantId: string, until: Date): Promise<void> => {
  await tx.update(plantTable).set({ everPro: true, proExpiry: until }).where(eq(plantTable.id, plantId))
}

/** The countries with the most plants. */
export const commonCountries = async (db: Tx, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ country: plantTable.country })
    .from(plantTable)
    .where(isNull(plantTable.removedAt))
    .groupBy(plantTable.country)
    .orderBy(desc(sql`count(*)`), plantTable.country)
    .limit(limit)
  return rows.map(({ country }) => country)
}
