import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { sceneRunTable, sceneRunUnitTable } from './scenes.schema.ts'

/** One unit's part in a run. */
export type MinuteRun = { runId: string; sceneId: string; unit: string }

/** Parts of calendar runs made by a plant's units in a minute. */
export const listRunsOfMinute = async (tx: Tx, plantId: string, at: Date): Promise<MinuteRun[]> => {
  const [run, part] = [sceneRunTable, sceneRunUnitTable]
  const rows = await tx
    .select({ runId: run.id, sceneId: run.sceneId, unit: part.unit })
    .from(run)
    .innerJoin(part, eq(part.runId, run.id))
    .where(
      and(
        eq(run.plantId, plantId),
        eq(run.at, at),
        eq(run.cause, 'calendar'),
        inArray(part.result, ['done', 'overruled']),
      ),
    )
  return rows.flatMap(({ sceneId, ...row }) => (sceneId === null ? [] : [{ ...row, sceneId }]))
}

export const saveOverruled = async (tx: Tx, runs: readonly MinuteRun[]): Promise<void> => {
  for (const { runId, unit } of runs)
    await tx
      .update(sceneRunUnitTable)
      .set({ result: 'overruled', reason: null })
      .where(and(eq(sceneRunUnitTable.runId, runId), eq(sceneRunUnitTable.unit, unit)))
}
