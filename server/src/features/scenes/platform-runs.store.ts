import type { RunCause, RunResult } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { sceneRunTable, sceneRunUnitTable } from './scenes.schema.ts'

/** A run made by the platform, or expected of a unit. */
export type NewRun = {
  id: string
  plantId: string
  sceneId: string | null
  name: string
  cause: RunCause
  at: Date
  by: { userId: string; name: string } | null
  /** The starting input, and the number of the record about its change. */
  input: { unit: string; input: number; boot: number; seq: number } | null
}

const rowOf = ({ by: requester, input, ...run }: NewRun, result: RunResult) => ({
  ...run,
  result,
  by: requester?.userId ?? null,
  byName: requester?.name ?? null,
  inputUnit: input?.unit ?? null,
  input: input?.input ?? null,
  counted: input && [`${input.boot}.${input.seq}`],
})

/** Inserts a run unless it exists. */
export const insertSceneRun = async (tx: Tx, run: NewRun, result: RunResult): Promise<void> => {
  await tx.insert(sceneRunTable).values(rowOf(run, result)).onConflictDoNothing()
}

/** Records the units of a run; returns the new ones for the caller to ask. */
export const insertRunUnits = async (
  tx: Tx,
  runId: string,
  units: readonly string[],
  result: RunResult,
): Promise<Set<string>> => {
  if (units.length === 0) return new Set()
  const rows = await tx
    .insert(sceneRunUnitTable)
    .values(units.map((unit) => ({ runId, unit, result })))
    .onConflictDoNothing()
    .returning({ unit: sceneRunUnitTable.unit })
  return new Set(rows.map(({ unit }) => unit))
}

export type UnitResult = { unit: string; commandId: string | null; result: RunResult; reason: string | null }

/** A finished run with its results. */
export type PastSceneRun = { run: NewRun; result: RunResult; units: readonly UnitResult[] }

/** Inserts finished runs unless they exist. */
export const insertPastRuns = async (tx: Tx, runs: readonly PastSceneRun[]): Promise<void> => {
  if (runs.length === 0) return
  await tx
    .insert(sceneRunTable)
    .values(runs.map(({ run, result }) => rowOf(run, result)))
    .onConflictDoNothing()
  const parts = runs.flatMap(({ run, units }) => units.map((unit) => ({ runId: run.id, ...unit })))
  if (parts.length > 0) await tx.insert(sceneRunUnitTable).values(parts).onConflictDoNothing()
}

export const saveRunResults = async (tx: Tx, runId: string, results: readonly UnitResult[]): Promise<void> => {
  for (const { unit, commandId, result, reason } of results)
    await tx
      .update(sceneRunUnitTable)
      .set({ commandId, result, reason })
      .where(and(eq(sceneRunUnitTable.runId, runId), eq(sceneRunUnitTable.unit, unit)))
}

/** Saves how a run's command ended; returns the run, if the command belongs to one. */
export const saveCommandResult = async (
  tx: Tx,
  commandId: string,
  { result, reason }: Pick<UnitResult, 'result' | 'reason'>,
): Promise<{ runId: string; sceneId: string | null; cause: RunCause; at: Date } | undefined> => {
  const { rows } = await tx.execute<{
    run_id: string
    scene_id: string | null
    cause: RunCause
    at: Date | string
  }>(sql`
    update scene_run_unit part set result = ${result}, reason = ${reason}
    from scene_run run
    where part.command_id = ${commandId} and part.result = 'pending' and run.id = part.run_id
    returning part.run_id, run.scene_id, run.cause, run.at`)
  const [row] = rows
  return row && { runId: row.run_id, sceneId: row.scene_id, cause: row.cause, at: new Date(row.at) }
}
