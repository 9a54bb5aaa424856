import type { RunResult, SceneRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { type RunCause, runsPerPage } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { deleteSome } from '../../kernel/delete-some.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { sceneRunTable, sceneRunUnitTable, sceneTable } from './scenes.schema.ts'

const of = sceneRunTable

const units = sql<SceneRun['units']>`coalesce((
  select json_agg(json_build_object('topic', unit, 'result', result, 'reason', reason) order by unit)
  from scene_run_unit where run_id = ${of.id}), '[]')`

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
    runs: rows.map(({ run, units: its }) => ({
      ...{ id: run.id, scene_id: run.sceneId, name: run.name, cause: run.cause, by: run.byName },
      ...{ at: run.at.toISOString(), left_out: run.leftOut, result: run.result, units: its },
      input: run.inputUnit !== null && run.input !== null ? { topic: run.inputUnit, input: run.input } : null,
    })),
  }
}

/** Removes runs from before an instant; answers how many. */
export const deleteOldRuns = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteSome(tx, { table: of, key: of.id, which: lt(of.at, before), limit })

/** A run that a unit has made, or missed, by itself. */
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

/** The names of scenes that are still in the plants of these runs, by id. */
export const namesOfScenes = async (tx: Tx, runs: readonly UnitRun[]): Promise<Map<string, string>> => {
  const rows = await tx
    .select({ id: sceneTable.id, plantId: sceneTable.plantId, name: sceneTable.name })
    .from(sceneTable)
    .where(inArray(sceneTable.id, [...new Set(runs.map(({ scene }) => scene))]))
  const plantOf = new Map(runs.map(({ scene, plantId }) => [scene, plantId]))
  return new Map(rows.filter(({ id, plantId }) => plantOf.get(id) === plantId).map(({ id, name }) => [id, name]))
}

/**
 * Keeps runs that units tell of. What is told again changes nothing, but for a run that was taken for missed and came
 * after all. A scene that was removed meanwhile has lost its name.
 */
export const keepUnitRuns = async (
  tx: Tx,
  runs: readonly UnitRun[],
  names: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const { id, plantId, scene, unit, cause, at, input, result, reason } of runs) {
    const name = names.get(scene)
    await tx
      .insert(of)
      .values({
        ...{ id, plantId, cause, at, result, name: name ?? '', sceneId: name === undefined ? null : scene },
        ...{ inputUnit: input?.unit ?? null, input: input?.input ?? null },
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
    await tx.execute(sql`
      update scene_run set result = (
        select case when bool_or(result = 'pending') then 'pending' when bool_or(result = 'failed') then 'failed'
          when bool_or(result = 'not_executed') then 'not_executed' else 'done' end
        from scene_run_unit where run_id = ${id}) where id = ${id}`)
  }
}
