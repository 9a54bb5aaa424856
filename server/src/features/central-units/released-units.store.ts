import type { RestoredUnit } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { sqlStateOf, sqlStates } from '../../kernel/sql-state.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { unitsChanged } from './central-units.domain-events.ts'

const of = centralUnitTable
const present = isNull(of.removedAt)

/** Lets all units of a plant go, and notes which were enrolled; answers them, and their topics once more in order. */
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

/** Takes a unit back in a transaction within the other: where somebody enrols it elsewhere meanwhile, one of the two has it. */
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

/** The life that each of these units was last seen to live. */
const listLastLives = async (tx: Tx, units: string[]): Promise<Map<string, string>> => {
  const { unit, life } = unitLinkTable
  const rows = await tx.select({ unit, life }).from(unitLinkTable).where(inArray(unit, units))
  return new Map(rows.map((row) => [row.unit, row.life]))
}

/** What became of a released unit, with its row as it was. */
export type RestoredUnitRow = { row: CentralUnitRow; became: RestoredUnit['became']; seenLife: string | undefined }

/**
 * Gives a plant the units back that it had when it was deleted. One that another plant has stays there; one that lives another life by now
 * has forgotten the plant, and waits for a person to say so.
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
