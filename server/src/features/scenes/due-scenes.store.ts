import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { type SceneRow, sceneTable } from './scenes.schema.ts'
import { type UnitList, unitListTable } from './unit-lists.schema.ts'

const table = sceneTable

const isDueBefore = (before: Date): SQL => sql`due_at <= ${before.toISOString()}::timestamptz`

export const isAnySceneDue = (before: Date): SQL => sql`exists (select from scene where ${isDueBefore(before)})`

/**
 * Claims a plant with a scene due before an instant, except these; undefined when there is none. Locks the plant
 * exclusively, so no scene is saved and no other node runs one.
 */
export const claimPlantWithDue = async (tx: Tx, before: Date, excludedIds: readonly string[]) => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from plant
    where id in (select plant_id from scene where ${isDueBefore(before)})
      and id <> all (${sql.param([...excludedIds])}::uuid[])
    limit 1 for no key update skip locked`)
  const [claimed] = rows
  if (!claimed) return undefined
  const [plant] = await tx.select().from(plantTable).where(eq(plantTable.id, claimed.id))
  return plant
}

/** The due scenes of a plant; scenes of one minute in the order in which they were saved. */
export const listDueScenes = (tx: Tx, plantId: string, before: Date): Promise<SceneRow[]> =>
  tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), lte(table.dueAt, before)))
    .orderBy(asc(table.dueAt), asc(table.savedAt), asc(table.id))
    .for('update')

/** Scenes whose next run was computed for another zone, position or country than the plant has. */
export const listScenesOfOtherPlace = (tx: Tx, plantId: string, place: string): Promise<SceneRow[]> =>
  tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), isNotNull(table.dueAt), sql`${table.dueFor} is distinct from ${place}`))
    .orderBy(asc(table.id))
    .for('update')

export const saveDue = async (
  tx: Tx,
  id: string,
  dueColumns: Pick<SceneRow, 'dueAt' | 'dueIsRun' | 'dueFor'>,
): Promise<void> => {
  await tx.update(table).set(dueColumns).where(eq(table.id, id))
}

/** The scenes held by a plant's units: by unit, the last confirmed list. */
export const listHeldLists = async (tx: Tx, plantId: string): Promise<Map<string, UnitList>> => {
  const { unit, removedAt, id } = centralUnitTable
  const { accepted, centralUnitId } = unitListTable
  const rows = await tx
    .select({ unit, accepted })
    .from(unitListTable)
    .innerJoin(centralUnitTable, and(eq(id, centralUnitId), isNull(removedAt)))
    .where(and(eq(centralUnitTable.plantId, plantId), isNotNull(accepted)))
  return new Map(rows.flatMap((row) => (row.accepted ? [[row.unit, row.accepted]] : [])))
}
