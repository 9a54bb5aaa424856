import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { RunResult } from '@vigilux/contract/features/scenes/scene-runs.ts'
import type { RecordUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import { judgeRecordTimes } from '../central-units/index.ts'
import { settleOverruled } from './overruled-runs.ts'
import { calendarRunId, derivedRunId } from './run-ids.ts'
import { listSceneNames } from './scene-names.store.ts'
import { recordUnitRuns, type UnitRun } from './scene-runs.store.ts'

const resultOf: Record<SceneOutcome, { result: RunResult; reason: string | null }> = {
  set: { result: 'done', reason: null },
  noLamps: { result: 'failed', reason: 'no_lamps' },
  missed: { result: 'not_executed', reason: 'missed' },
}

type Timed = Awaited<ReturnType<typeof judgeRecordTimes>>[number]

const runOf = (timedRecord: Timed, { units }: ListenerContext): UnitRun[] => {
  const { record, unit, life, boot, seq } = timedRecord
  const plantId = units.get(unit)?.plantId
  if (record.kind !== 'sceneRan' || plantId === undefined) return []
  const { scene, planned: plannedAt, input, outcome } = record
  // Runs by one input in several units are separate runs, because each unit knows only its own.
  const id = plannedAt === null ? derivedRunId(unit, life, String(boot), String(seq)) : calendarRunId(scene, plannedAt)
  return [
    {
      id,
      plantId,
      scene,
      unit,
      ...resultOf[outcome],
      cause: plannedAt === null ? 'input' : 'calendar',
      at: plannedAt === null ? timedRecord.at : new Date(plannedAt),
      input: input === null ? null : { unit, input },
    },
  ]
}

/** Adds runs reported by units to the history: each once, however often it is reported. */
export const unitRunListeners: DeviceListeners = {
  record: async (updates, context) => {
    const sceneUpdates: RecordUpdate[] = updates.filter(({ record }) => record.kind === 'sceneRan')
    if (sceneUpdates.length === 0) return
    const { work } = context
    const runs = (await judgeRecordTimes(work.tx, sceneUpdates, work.now)).flatMap((one) => runOf(one, context))
    if (runs.length === 0) return
    const names = await listSceneNames(
      work.tx,
      runs.map((run) => run.scene),
    )
    await recordUnitRuns(work.tx, runs, names)
    await settleOverruled(
      work.tx,
      runs.filter(({ cause }) => cause === 'calendar'),
    )
    for (const plantId of new Set(runs.map((run) => run.plantId)))
      work.broadcast({ plant: plantId }, 'sceneRan', { plant_id: plantId, scene_id: null })
  },
}
