import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import { judgeRecordTimes, type TimedRecord } from '../central-units/index.ts'
import { findPresentPlant } from '../plants/index.ts'
import { listHeldLists } from './due-scenes.store.ts'
import { countSkipped, findLastInputRun, listScenesByInput } from './input-runs.store.ts'
import { maxDelayMs } from './run-due-scenes.ts'
import { derivedRunId } from './run-ids.ts'
import { runScene } from './run-scene.ts'

/** Minimum interval between runs of a scene by an input, however often it changes. */
const minIntervalMs = 10_000

type Change = { at: Date; life: string; boot: number; seq: number; unit: EnrolledUnit; input: number }

const changesOf = (timedRecords: readonly TimedRecord[], { units }: ListenerContext): Change[] =>
  timedRecords
    .flatMap(({ record, unit: topic, at, life, boot, seq }) => {
      const unit = units.get(topic)
      return record.kind === 'inputChanged' && unit ? [{ at, life, boot, seq, unit, input: record.input }] : []
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.boot - b.boot || a.seq - b.seq)

/** Whether a recent run covers a change; the change is then counted there, once. */
const isSkipped = async ({ work }: ListenerContext, sceneId: string, change: Change): Promise<boolean> => {
  const window = [new Date(change.at.getTime() - minIntervalMs), new Date(change.at.getTime() + minIntervalMs)] as const
  const last = await findLastInputRun(work.tx, sceneId, window)
  if (!last) return false
  await countSkipped(work.tx, last.id, change)
  return true
}

const runByInput = async (context: ListenerContext, scene: Scene, change: Change): Promise<void> => {
  const { plantId, unit } = change.unit
  const lists = await listHeldLists(context.work.tx, plantId)
  // The unit with the input runs its own scenes.
  const isHeld = lists
    .get(unit)
    ?.scenes.some((listedScene) => listedScene.scene === scene.id && listedScene.input === change.input)
  const { at, life, boot, seq, input } = change
  await runScene(
    { ...context, caller: null },
    {
      scene,
      run: {
        id: derivedRunId('input', scene.id, unit, life, String(boot), String(seq)),
        plantId,
        cause: 'input',
        at,
        by: null,
        input: { unit, input, boot, seq },
      },
      heldBy: new Set(isHeld ? [unit] : []),
      isLate: context.work.now.getTime() - at.getTime() > maxDelayMs,
    },
  )
}

/** Makes runs by inputs beyond units' own runs: for other units' lamps, or beyond the unit's list. */
export const inputRunListeners: DeviceListeners = {
  record: async (updates, context) => {
    const inputUpdates = updates.filter(({ record }) => record.kind === 'inputChanged')
    if (inputUpdates.length === 0) return
    const { work } = context
    for (const change of changesOf(await judgeRecordTimes(work.tx, inputUpdates, work.now), context)) {
      const scenes = await listScenesByInput(work.tx, change.unit, change.input)
      if (scenes.length === 0) continue
      if ((await findPresentPlant(work.tx, change.unit.plantId))?.archivedAt !== null) continue
      for (const scene of scenes)
        if (!(await isSkipped(context, scene.id, change))) await runByInput(context, scene, change)
    }
  },
}
