import { historyStart } from '@vigilux/contract/features/plants/history.rules.ts'
import { tierOf } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { PlantDraft, Tier } from '@vigilux/contract/features/plants/plant.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { fail } from '../../kernel/refusal.ts'
import { happened, type Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantsChanged } from './plants.domain-events.ts'

export type PlantRow = typeof plantTable.$inferSelect

/** Without case and accents, so that "citta" finds "Città". */
export const plain = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gi, 'l')
    .replace(/ø/gi, 'o')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .trim()

const columnsOf = ({ address, ...plant }: PlantDraft) => ({
  ...address,
  plantname: plant.plantname,
  plantType: plant.plant_type,
  timezone: plant.timezone,
  owner: plant.owner,
  searchText: plain(
    [plant.plantname, address.street, address.housenumber, address.cap, address.city, address.prov].join(' '),
  ),
})

/** Creates a plant, or finds the one that the same idempotency key of the same person made before. */
export const insertPlant = async (
  tx: Tx,
  plant: PlantDraft,
  by: { userId: string; at: Date; idempotencyKey: string | null },
): Promise<{ id: string; isNew: boolean }> => {
  const [made] = await tx
    .insert(plantTable)
    .values({ ...columnsOf(plant), createdBy: by.userId, createdAt: by.at, idempotencyKey: by.idempotencyKey })
    .onConflictDoNothing({ target: plantTable.idempotencyKey })
    .returning({ id: plantTable.id })
  if (made) {
    happened(tx, plantsChanged)
    return { id: made.id, isNew: true }
  }
  const [known] = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .where(and(eq(plantTable.idempotencyKey, by.idempotencyKey ?? ''), eq(plantTable.createdBy, by.userId)))
  return { id: known?.id ?? fail('INVALID_INPUT'), isNew: false }
}

export const findPlant = async (tx: Tx, plantId: string): Promise<PlantRow> => {
  const [row] = await tx
    .select()
    .from(plantTable)
    .where(and(eq(plantTable.id, plantId), isNull(plantTable.removedAt)))
  return row ?? fail('PLANT_NOT_FOUND')
}

/** Saves over the version that the person had opened; undefined where another has saved meanwhile. */
export const savePlantOver = async (
  tx: Tx,
  plantId: string,
  version: number,
  plant: PlantDraft,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(plantTable)
    .set({ ...columnsOf(plant), version: sql`${plantTable.version} + 1` })
    .where(and(eq(plantTable.id, plantId), eq(plantTable.version, version), isNull(plantTable.removedAt)))
    .returning({ version: plantTable.version })
  return row?.version
}

/** Nobody sees the plant any more, and its units are free for another. History stays. */
export const markPlantRemoved = async (tx: Tx, plantId: string, at: Date): Promise<void> => {
  await tx.update(plantTable).set({ removedAt: at }).where(eq(plantTable.id, plantId))
  await tx
    .update(centralUnitTable)
    .set({ removedAt: at, acquired: false })
    .where(and(eq(centralUnitTable.plantId, plantId), isNull(centralUnitTable.removedAt)))
  happened(tx, plantsChanged)
}

export const findTier = async (tx: Tx, plantId: string, now: Date): Promise<Tier> =>
  tierOf(await findPlant(tx, plantId), now)

/** From when on the history of a plant is open; null where all of it is. */
export const findHistoryStart = async (tx: Tx, plantId: string, now: Date): Promise<Date | null> => {
  const plant = await findPlant(tx, plantId)
  return historyStart(tierOf(plant, now), plant.timezone, now)
}

/** The tier of each of these plants. */
export const findTiers = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, Tier>> => {
  if (plantIds.length === 0) return new Map()
  const { id, everPro, proExpiry } = plantTable
  const rows = await tx.select({ id, everPro, proExpiry }).from(plantTable).where(inArray(id, plantIds))
  return new Map(rows.map((row) => [row.id, tierOf(row, now)]))
}

export const plantNames = async (tx: Tx, plantIds: string[]): Promise<Map<string, string>> => {
  if (plantIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: plantTable.id, plantname: plantTable.plantname })
    .from(plantTable)
    .where(inArray(plantTable.id, plantIds))
  return new Map(rows.map((row) => [row.id, row.plantname]))
}

/** The time zone of each of these plants. */
export const plantZones = async (tx: Tx, plantIds: string[]): Promise<Map<string, string>> => {
  if (plantIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: plantTable.id, timezone: plantTable.timezone })
    .from(plantTable)
    .where(inArray(plantTable.id, plantIds))
  return new Map(rows.map((row) => [row.id, row.timezone]))
}

/** Makes a plant Pro until the given time. */
export const grantPro = async (tx: Tx, plantId: string, until: Date): Promise<void> => {
  await tx.update(plantTable).set({ everPro: true, proExpiry: until }).where(eq(plantTable.id, plantId))
}
