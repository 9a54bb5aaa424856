import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedNetwork, ReportedState } from '@vigilux/device-plane/central-unit-type.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { ShadowNews } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { workingUnits } from '../commands/index.ts'
import { toCentralUnit } from './central-unit-view.ts'
import { type CentralUnitRow, centralUnitTable } from './central-units.schema.ts'
import { findLinks } from './unit-links.store.ts'

const present = isNull(centralUnitTable.removedAt)

export const listUnitRows = (tx: Tx, plantIds: string[]): Promise<CentralUnitRow[]> =>
  plantIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(centralUnitTable)
        .where(and(inArray(centralUnitTable.plantId, plantIds), present))
        .orderBy(centralUnitTable.addedAt, centralUnitTable.unit)

/** Rows with their connection and working flag, as members see them. */
export const viewUnits = async (tx: Tx, rows: CentralUnitRow[], now: Date): Promise<CentralUnit[]> => {
  const links = await findLinks(tx, [...new Set(rows.map((row) => row.unit))])
  const working = await workingUnits(tx, [...new Set(rows.map((row) => row.plantId))], now)
  return rows.map((row) =>
    toCentralUnit(row, { link: links.get(row.unit), working: working.has(`${row.plantId} ${row.unit}`) }),
  )
}

export const findUnit = async (
  tx: Tx,
  plantId: string,
  unit: { cuType: string; cuId: string } | { topic: string },
): Promise<CentralUnitRow | undefined> => {
  const topic = 'topic' in unit ? unit.topic : unitId(unit.cuType, unit.cuId)
  const [row] = await tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.unit, topic), present))
  return row
}

/** A unit of the plant by its own id, one that has been removed too. */
export const unitById = async (tx: Tx, plantId: string, id: string): Promise<CentralUnitRow | undefined> => {
  const [row] = await tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.id, id)))
  return row
}

/** A unit in every plant that names it, the one that has acquired it first. */
export const rowsOfUnit = (tx: Tx, unit: string): Promise<CentralUnitRow[]> =>
  tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.unit, unit), present))
    .orderBy(desc(centralUnitTable.acquired))

/** The plant's unit behind each of these ids, where a plant has acquired it. */
export const acquiredUnits = async (tx: Tx, units: string[]): Promise<Map<string, CentralUnitRow>> => {
  if (units.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(centralUnitTable)
    .where(and(inArray(centralUnitTable.unit, units), eq(centralUnitTable.acquired, true), present))
  return new Map(rows.map((row) => [row.unit, row]))
}

export const insertUnit = async (
  tx: Tx,
  row: Pick<CentralUnitRow, 'plantId' | 'cuType' | 'cuId' | 'description' | 'location' | 'addedAt'> & {
    replaces?: string
  },
): Promise<CentralUnitRow | undefined> => {
  const [made] = await tx
    .insert(centralUnitTable)
    .values({ ...row, unit: unitId(row.cuType, row.cuId) })
    .onConflictDoNothing()
    .returning()
  return made
}

export const describeUnit = async (
  tx: Tx,
  plantId: string,
  id: string,
  texts: { description: string; location?: string | undefined },
): Promise<CentralUnitRow | undefined> => {
  const [row] = await tx
    .update(centralUnitTable)
    .set({ description: texts.description, ...(texts.location === undefined ? {} : { location: texts.location }) })
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.id, id), present))
    .returning()
  return row
}

/** Makes the plant the unit's only one. False where another plant has it. */
export const acquireUnit = async (tx: Tx, plantId: string, unit: string): Promise<boolean> => {
  const taken = await acquiredUnits(tx, [unit])
  const holder = taken.get(unit)
  if (holder && holder.plantId !== plantId) return false
  const rows = await tx
    .update(centralUnitTable)
    .set({ acquired: true })
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.unit, unit), present))
    .returning({ id: centralUnitTable.id })
  return rows.length > 0
}

export const removeUnit = async (tx: Tx, plantId: string, unit: string, now: Date): Promise<void> => {
  await tx
    .update(centralUnitTable)
    .set({ removedAt: now, acquired: false })
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.unit, unit), present))
}

const isNewer = (boot: number, seq: number, then: { boot: number; seq: number }): boolean =>
  boot > then.boot || (boot === then.boot && seq > then.seq)

const networkColumns = (network: ReportedNetwork) => ({
  networkState: network.state,
  networkCode: network.plantCode,
  networkFound: network.found,
  networkExpected: network.expected,
})

/** Keeps the newest shadow of a unit; answers the row as it is then, or undefined where the news is old. */
export const saveShadow = async (tx: Tx, row: CentralUnitRow, news: ShadowNews, now: Date) => {
  if (!isNewer(news.boot, news.seq, { boot: row.shadowBoot, seq: row.shadowSeq })) return undefined
  const [saved] = await tx
    .update(centralUnitTable)
    .set({
      shadow: news.shadow,
      ...(news.detail && { detail: news.detail }),
      shadowAt: now,
      shadowBoot: news.boot,
      shadowSeq: news.seq,
      ...networkColumns(news.shadow.network),
    })
    .where(eq(centralUnitTable.id, row.id))
    .returning()
  return saved
}

/** Keeps the newest state of the unit itself. */
export const saveUnitState = async (
  tx: Tx,
  row: CentralUnitRow,
  news: { boot: number; seq: number; unit: NonNullable<ReportedState['unit']> },
): Promise<CentralUnitRow | undefined> => {
  if (!isNewer(news.boot, news.seq, { boot: row.stateBoot, seq: row.stateSeq })) return undefined
  const [saved] = await tx
    .update(centralUnitTable)
    .set({
      stateBoot: news.boot,
      stateSeq: news.seq,
      onBattery: news.unit.onBattery,
      errors: news.unit.errors,
      warnings: news.unit.warnings,
      ...(news.unit.network ? networkColumns(news.unit.network) : {}),
    })
    .where(eq(centralUnitTable.id, row.id))
    .returning()
  return saved
}

export const saveFigures = async (tx: Tx, id: string, counts: CentralUnitRow['counts']): Promise<void> => {
  await tx.update(centralUnitTable).set({ counts }).where(eq(centralUnitTable.id, id))
}
