import type { RestoredUnit } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { endUnitCauses } from '../../kernel/notice-causes.store.ts'
import { sqlStateOf, sqlStates } from '../../kernel/sql-state.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { unitsChanged } from './central-units.domain-events.ts'

const table = centralUnitTable
const isPresent = isNull(table.removedAt)

/**
 * Releases all units of a plant, ends their notices and records which units were enrolled; returns them in the order of
 * their topics.
 */
export const releaseUnits = async (work: Work, plantId: string, at: Date): Promise<CentralUnitRow[]> => {
  const releasedUnits = await work.tx
    .update(table)
    .set({
      removedAt: at,
      releasedEnrolled: table.acquired,
      acquired: false,
      unknownLife: null,
      unknownLifeSince: null,
    })
    .where(and(eq(table.plantId, plantId), isPresent))
    .returning()
  const ids = releasedUnits.map(({ id }) => id)
  await endUnitCauses(work.tx, { units: ids }, at)
  work.emit(unitsChanged)
  return releasedUnits
}

export const listReleased = (tx: Tx, plantId: string, at: Date): Promise<CentralUnitRow[]> =>
  tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.removedAt, at)))
    .orderBy(asc(table.addedAt), asc(table.unit))

/** Whether another plant has enrolled this unit. */
const isElsewhere = async (tx: Tx, { id, unit }: CentralUnitRow): Promise<boolean> => {
  const [other] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.unit, unit), eq(table.acquired, true), isPresent, ne(table.id, id)))
    .limit(1)
  return other !== undefined
}

/** Restores a unit in a nested transaction: if somebody enrols it elsewhere concurrently, only one succeeds. */
const restoreUnit = async (tx: Tx, { id, releasedEnrolled: acquired }: CentralUnitRow): Promise<boolean> => {
  try {
    await tx.transaction((inner) =>
      inner.update(table).set({ removedAt: null, acquired, releasedEnrolled: false }).where(eq(table.id, id)),
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
 * A unit enrolled by another plant meanwhile stays there. A unit in another life has forgotten the plant, and waits for
 * a person's confirmation.
 */
export const restoreUnits = async (work: Work, plantId: string, at: Date): Promise<RestoredUnitRow[]> => {
  const rows = await listReleased(work.tx, plantId, at)
  if (rows.length === 0) return []
  const lives = await listLastLives(
    work.tx,
    rows.map(({ unit }) => unit),
  )
  const restoredUnits: RestoredUnitRow[] = []
  for (const row of rows) {
    const seenLife = lives.get(row.unit)
    const isHere = !(row.releasedEnrolled && (await isElsewhere(work.tx, row))) && (await restoreUnit(work.tx, row))
    const isReset = row.life !== null && Boolean(seenLife) && seenLife !== row.life
    const restoredState = isReset ? 'reset' : 'enrolled'
    restoredUnits.push({
      row,
      seenLife,
      became: isHere ? (row.releasedEnrolled ? restoredState : 'waiting') : 'elsewhere',
    })
  }
  work.emit(unitsChanged)
  return restoredUnits
}
