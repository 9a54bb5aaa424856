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

const of = sceneRunTable

const units = sql<SceneRun['units']>`coalesce((
  select json_agg(json_build_object('topic', unit, 'result', result, 'reason', reason) order by unit)
  from scene_run_unit where run_id = ${of.id}), '[]')`

const toSceneRun = ({ run, units: its }: { run: typeof of.$inferSelect; units: SceneRun['units'] }): SceneRun => ({
  id: run.id,
  scene_id: run.sceneId,
  name: run.name,
  cause: run.cause,
  by: run.byName,
  at: run.at.toISOString(),
  left_out: run.leftOut,
  result: run.result,
  units: its,
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
export const listRuns = async (
  tx: Tx,
  { plantId, sceneId, cause, result, page }: Filter,
): Promise<{ runs: SceneRun[]; total: number }> => {
  const wanted = and(
    eq(of.plantId, plantId),
    sceneId === null ? undefined : eq(of.sceneId, sceneId),
    cause === null ? undefined : eq(of.cause, cause),
    result === null ? undefined : eq(of.result, result),
  )
  const [counted] = await tx.select({ number: count() }).from(of).where(wanted)
  const rows = await tx
    .select({ run: of, units })
    .from(of)
    .where(wanted)
    .orderBy(desc(of.at), desc(of.id))
    .limit(runsPerPage)
    .offset((page - 1) * runsPerPage)
  return {
    total: counted?.number ?? 0,
    runs: rows.map(toSceneRun),
  }
}

/** Removes runs from before an instant; returns how many. */
export const deleteOldRuns = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: of, key: of.id, which: lt(of.at, before), limit })

/** A run that a unit made, or missed, on its own. */
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

/** Records runs that units report. A repeat changes nothing, except that a run recorded as missed may turn out to be made. */
export const recordUnitRuns = async (tx: Tx, runs: readonly UnitRun[], names: SceneNames): Promise<void> => {
  for (const { id, plantId, scene, unit, cause, at, input, result, reason } of runs) {
    const known = names.get(scene)
    const own = known?.plantId === plantId ? known : undefined
    await tx
      .insert(of)
      .values({
        id,
        plantId,
        cause,
        at,
        result,
        name: own?.name ?? '',
        sceneId: own?.isThere ? scene : null,
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
    .select({ run: of, units })
    .from(of)
    .where(and(eq(of.plantId, plantId), eq(of.id, id)))
  return row && toSceneRun(row)
}
