import type { CommandListener, CommandRow } from '../commands/index.ts'
import { settleOverruled } from './overruled-runs.ts'
import { saveCommandResult, type UnitResult } from './platform-runs.store.ts'
import { settleRuns } from './scene-runs.store.ts'

/** A command's outcome for its run: never sent is not executed; unanswered may have been executed. */
const resultOf = ({ state, error, code }: CommandRow): Pick<UnitResult, 'result' | 'reason'> => {
  if (state === 'done') return { result: 'done', reason: null }
  if (error === 'expired') return { result: 'not_executed', reason: 'away' }
  return { result: 'failed', reason: error === 'refused' ? code : error }
}

/** Copies the results of commands to their run. */
export const runCommandListener: CommandListener = async (row, work) => {
  if (row.state !== 'done' && row.state !== 'failed') return
  const run = await saveCommandResult(work.tx, row.id, resultOf(row))
  if (!run) return
  await settleRuns(work.tx, [run.runId])
  if (row.state === 'done' && run.cause === 'calendar')
    await settleOverruled(work.tx, [{ plantId: row.plantId, at: run.at }])
  work.broadcast({ plant: row.plantId }, 'sceneRan', { plant_id: row.plantId, scene_id: run.sceneId })
}
