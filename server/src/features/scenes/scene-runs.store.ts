import {
  type RunCause,
  type RunResult,
  runResults,
  runsPerPage,
  type SceneRun,
} from '@vigilux/contract/features/scenes/scene-runs.ts'
import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { SceneNames } from './scene-names.store.ts'
import { sceneRunTable, sceneRunUnitTable } from './scenes.schema.ts'

const table = sceneRunTable

const units = sql<SceneRun['units']>`coalesce((
  select json_agg(json_build_object('topic', unit, 'result', result, 'reason', reason) order by unit)
  from scene_run_unit where run_id = ${table.id}), '[]')`

const toSceneRun = ({
  run,
  units: unitResults,
}: {
  run: typeof table.$inferSelect
  units: SceneRun['units']
}): SceneRun => ({
  id: run.id,
  scene_id: run.sceneId,
  name: run.name,
  cause: run.cause,
  by: run.byName,
  at: run.at.toISOString(),
  left_out: run.leftOut,
  result: run.result,
  units: unitResults,
  input: run.inputUnit !== null && run.input !== null ? { topic: run.inputUnit, input: run.input } : null,
})

type Filter = {
  plantId: string
  sceneId: string | null
  cause: RunCause | null
  result: RunResult | null
  page: number
}

/** The runs of a plant's scenes, latest first. */
export const listSceneRuns = async (
  tx: Tx,
  { plantId, sceneId, cause, result, page }: Filter,
): Promise<{ runs: SceneRun[]; total: number }> => {
  const condition = and(
    eq(table.plantId, plantId),
    sceneId === null ? undefined : eq(table.sceneId, sceneId),
    cause === null ? undefined : eq(table.cause, cause),
    result === null ? undefined : eq(table.result, result),
  )
  const [runCount] = await tx.select({ number: count() }).from(table).where(condition)
  const rows = await tx
    .select({ run: table, units })
    .from(table)
    .where(condition)
    .orderBy(desc(table.at), desc(table.id))
    .limit(runsPerPage)
    .offset((page - 1) * runsPerPage)
  return {
    total: runCount?.number ?? 0,
    runs: rows.map(toSceneRun),
  }
}

/** Removes runs from before an instant; returns how many. */
export const deleteOldRuns = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table, key: table.id, which: lt(table.at, before), limit })

/** A run made or missed by a unit on its own. */
export type UnitRun = {
  id: string
  plantId: string
  scene: string
  unit: string
  cause: RunCause
  at: Date
  input: { unit: string; input: number } | null
  result: RunResult
  reason: string | null
}

/** Records runs reported by units. A repeat changes nothing, but a missed run may turn out to be made. */
export const recordUnitRuns = async (tx: Tx, runs: readonly UnitRun[], names: SceneNames): Promise<void> => {
  for (const { id, plantId, scene, unit, cause, at, input, result, reason } of runs) {
    const sceneName = names.get(scene)
    const ownScene = sceneName?.plantId === plantId ? sceneName : undefined
    await tx
      .insert(table)
      .values({
        id,
        plantId,
        cause,
        at,
        result,
        name: ownScene?.name ?? '',
        sceneId: ownScene?.isThere ? scene : null,
        inputUnit: input?.unit ?? null,
        input: input?.input ?? null,
      })
      .onConflictDoNothing()
    await tx
      .insert(sceneRunUnitTable)
      .values({ runId: id, unit, result, reason })
      .onConflictDoUpdate({
        target: [sceneRunUnitTable.runId, sceneRunUnitTable.unit],
        set: { result, reason },
        setWhere: sql`scene_run_unit.result <> 'done'`,
      })
  }
  await settleRuns(
    tx,
    runs.map(({ id }) => id),
  )
}

/** Sets each run's result from those of its units: the first in the order of `runResults`. */
export const settleRuns = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const order = sql.param([...runResults])
  await tx.execute(sql`
    update scene_run run set result = of_units.result
    from (select run_id, (array_agg(result order by array_position(${order}::text[], result)))[1] as result
      from scene_run_unit where run_id = any (${sql.param([...ids])}::uuid[]) group by run_id) as of_units
    where run.id = of_units.run_id and run.result <> of_units.result`)
}

/** One run, for display. */
export const findRun = async (tx: Tx, plantId: string, id: string): Promise<SceneRun | undefined> => {
  const [row] = await tx
    .select({ run: table, units })
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.id, id)))
  return row && toSceneRun(row)
}
