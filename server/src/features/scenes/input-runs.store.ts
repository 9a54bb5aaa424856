import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { and, between, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import { sceneRunTable, sceneTable } from './scenes.schema.ts'
import { findScene } from './scenes.store.ts'

/** Enabled scenes started by a unit's input, in the order they were saved. */
export const listScenesByInput = async (
  tx: Tx,
  { id, plantId }: Pick<EnrolledUnit, 'id' | 'plantId'>,
  input: number,
): Promise<Scene[]> => {
  const rows = await tx
    .select({ id: sceneTable.id })
    .from(sceneTable)
    .where(
      and(
        eq(sceneTable.plantId, plantId),
        eq(sceneTable.inputUnitId, id),
        eq(sceneTable.input, input),
        eq(sceneTable.mode, 'input'),
        eq(sceneTable.enabled, true),
      ),
    )
    .orderBy(sceneTable.savedAt, sceneTable.id)
  const scenes: Scene[] = []
  for (const row of rows) {
    const scene = await findScene(tx, plantId, row.id)
    if (scene?.enabled) scenes.push(scene)
  }
  return scenes
}

/** The latest run of a scene made by the platform for an input between two instants. */
export const findLastInputRun = async (
  tx: Tx,
  sceneId: string,
  [from, until]: readonly [from: Date, until: Date],
): Promise<{ id: string } | undefined> => {
  const { id, at, counted, cause } = sceneRunTable
  const [row] = await tx
    .select({ id })
    .from(sceneRunTable)
    .where(and(eq(sceneRunTable.sceneId, sceneId), eq(cause, 'input'), isNotNull(counted), between(at, from, until)))
    .orderBy(desc(at))
    .limit(1)
  return row
}

/** Maximum number of changes counted per run. */
const maxCounted = 1_000

/** Counts an input change without a run, unless it was counted or started this run; in any order. */
export const countSkipped = async (
  tx: Tx,
  runId: string,
  { boot, seq }: { boot: number; seq: number },
): Promise<void> => {
  const number = `${boot}.${seq}`
  const { id, counted, leftOut } = sceneRunTable
  await tx
    .update(sceneRunTable)
    .set({ leftOut: sql`${leftOut} + 1`, counted: sql`array_append(${counted}, ${number}::text)` })
    .where(and(eq(id, runId), sql`${number} <> all (${counted})`, sql`cardinality(${counted}) < ${maxCounted}`))
}
