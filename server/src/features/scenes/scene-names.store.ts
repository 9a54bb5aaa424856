import { inArray, lt } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { removedSceneTable, sceneTable } from './scenes.schema.ts'

/** A scene's name and plant; a removed scene keeps its last name. */
type SceneName = { name: string; plantId: string; isThere: boolean }
export type SceneNames = ReadonlyMap<string, SceneName>

/** Names of scenes, including removed ones. */
export const listSceneNames = async (tx: Tx, ids: readonly string[]): Promise<SceneNames> => {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  const { id, plantId, name } = sceneTable
  const existingScenes = await tx.select({ id, plantId, name }).from(sceneTable).where(inArray(id, uniqueIds))
  const removedScenes = await tx
    .select({ id: removedSceneTable.id, plantId: removedSceneTable.plantId, name: removedSceneTable.name })
    .from(removedSceneTable)
    .where(inArray(removedSceneTable.id, uniqueIds))
  return new Map<string, SceneName>([
    ...removedScenes.map((row) => [row.id, { ...row, isThere: false }] as const),
    ...existingScenes.map((row) => [row.id, { ...row, isThere: true }] as const),
  ])
}

/** Saves the name of a removed scene for later reports of its units. */
export const saveRemovedName = async (
  tx: Tx,
  scene: { id: string; plantId: string; name: string },
  removedAt: Date,
): Promise<void> => {
  await tx
    .insert(removedSceneTable)
    .values({ ...scene, removedAt })
    .onConflictDoNothing()
}

/** Deletes names of scenes removed before an instant; returns how many. */
export const deleteOldNames = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, {
    table: removedSceneTable,
    key: removedSceneTable.id,
    which: lt(removedSceneTable.removedAt, before),
    limit,
  })
