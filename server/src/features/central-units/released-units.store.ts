import type { RestoredUnit } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { sqlStateOf, sqlStates } from '../../kernel/sql-state.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { unitsChanged } from './central-units.domain-events.ts'

const of = centralUnitTable
const present = isNull(of.removedAt)

/** Releases all units of a plant and records which were enrolled; returns them in the order of their topics. */
export const releaseUnits = async (work: Work, plantId: string, at: Date): Promise<CentralUnitRow[]> => {
  const released = await work.tx
    .update(of)
    .set({ removedAt: at, releasedEnrolled: of.acquired, acquired: false, strangerLife: null, strangerSince: null })
    .where(and(eq(of.plantId, plantId), present))
    .returning()
  work.emit(unitsChanged)
  return released
}

/** The units that a plant had when it was deleted. */
export const listReleased = (tx: Tx, plantId: string, at: Date): Promise<CentralUnitRow[]> =>
  tx
    .select()
    .from(of)
    .where(and(eq(of.plantId, plantId), eq(of.removedAt, at)))
    .orderBy(asc(of.addedAt), asc(of.unit))

/** Whether another plant has enrolled this unit. */
const isElsewhere = async (tx: Tx, { id, unit }: CentralUnitRow): Promise<boolean> => {
  const [other] = await tx
    .select({ id: of.id })
    .from(of)
    .where(and(eq(of.unit, unit), eq(of.acquired, true), present, ne(of.id, id)))
    .limit(1)
  return other !== undefined
}

/** Restores a unit in a nested transaction: if somebody enrols it elsewhere concurrently, only one succeeds. */
const restoreUnit = async (tx: Tx, { id, releasedEnrolled: acquired }: CentralUnitRow): Promise<boolean> => {
  try {
    await tx.transaction((inner) =>
      inner.update(of).set({ removedAt: null, acquired, releasedEnrolled: false }).where(eq(of.id, id)),
    )
    return true
  } catch (error) {
    if (sqlStateOf(error) === sqlStates.uniqueViolation) return false
    throw error
  }
}

/** The last seen life of each of these units. */
const listLastLives = async (tx: Tx, units: string[]): Promise<Map<string, string>> => {
  const { unit, life } = unitLinkTable
  const rows = await tx.select({ unit, life }).from(unitLinkTable).where(inArray(unit, units))
  return new Map(rows.map((row) => [row.unit, row.life]))
}

/** Outcome for a released unit, with its previous row. */
export type RestoredUnitRow = { row: CentralUnitRow; became: RestoredUnit['became']; seenLife: string | undefined }

/**
 * Restores the units that a plant had when it was deleted. A unit that another plant has enrolled stays there. A unit
 * in another life has forgotten the plant, and waits for a person's confirmation.
 */
export const restoreUnits = async (work: Work, plantId: string, at: Date): Promise<RestoredUnitRow[]> => {
  const rows = await listReleased(work.tx, plantId, at)
  if (rows.length === 0) return []
  const lives = await listLastLives(
    work.tx,
    rows.map(({ unit }) => unit),
  )
  const returned: RestoredUnitRow[] = []
  for (const row of rows) {
    const seenLife = lives.get(row.unit)
    const isHere = !(row.releasedEnrolled && (await isElsewhere(work.tx, row))) && (await restoreUnit(work.tx, row))
    const isReset = row.life !== null && Boolean(seenLife) && seenLife !== row.life
    const became = isReset ? 'reset' : 'enrolled'
    returned.push({ row, seenLife, became: isHere ? (row.releasedEnrolled ? became : 'waiting') : 'elsewhere' })
  }
  work.emit(unitsChanged)
  return returned
}
