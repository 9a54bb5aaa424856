import type { RunResult, SceneRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { type RunCause, runsPerPage } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { deleteSome } from '../../kernel/delete-some.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { sceneRunTable } from './scenes.schema.ts'

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
