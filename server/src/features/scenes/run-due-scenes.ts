import { remainingLevels } from '@vigilux/contract/features/scenes/scene.rules.ts'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachLocked } from '../../kernel/process-due.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { PlantRow } from '../plants/index.ts'
import { claimPlantWithDue, listDueScenes, listHeldLists, listScenesOfOtherPlace, saveDue } from './due-scenes.store.ts'
import { computeDueAfter, placeOf } from './run-facts.ts'
import { calendarRunId } from './run-ids.ts'
import { type RunContext, runScene } from './run-scene.ts'
import { listScenes, type SceneRow } from './scenes.store.ts'

const minuteMs = 60_000
/**
 * How long after the minute the platform makes its runs: units make theirs at the minute by clocks of their own, and of two in one
 * minute the platform's is the one that was saved later.
 */
const platformDelayMs = 3_000
/** How late a run may be made; after that it is kept as not executed. */
export const maxDelayMs = minuteMs
/** Runs from before are not even named any more. */
const maxAgeMs = 40 * 86_400_000

type Parts = Pick<BackgroundParts, 'ports' | 'log' | 'inTransaction'>
type Due = { scene: Scene; at: Date }

/** The scenes that are due by the calendar, as the platform sees them: each waits for one minute. */
const duesOf = (plant: PlantRow, rows: readonly SceneRow[], scenes: ReadonlyMap<string, Scene>): Due[] =>
  rows.flatMap((row) => {
    const scene = scenes.get(row.id)
    // What was worked out for another place is no run here.
    const isRun = row.dueIsRun && row.dueFor === placeOf(plant)
    return scene?.enabled && row.dueAt && isRun ? [{ scene, at: row.dueAt }] : []
  })

/** Makes the runs of one minute, those saved first first: what units are known to hold is theirs to run. */
const runMinute = async (context: RunContext, plantId: string, dues: readonly Due[]): Promise<void> => {
  const lists = await listHeldLists(context.work.tx, plantId)
  for (const { scene, at } of dues) {
    const minute = at.getTime() / minuteMs
    const holders = [...lists].filter(([, { scenes }]) =>
      scenes.some((held) => held.scene === scene.id && held.runs.includes(minute)),
    )
    const others = dues.flatMap((due) => (due.scene.id === scene.id ? [] : [due.scene]))
    await runScene(context, {
      scene,
      left: remainingLevels(scene, others),
      heldBy: new Set(holders.map(([unit]) => unit)),
      run: { id: calendarRunId(scene.id, at.toISOString()), plantId, cause: 'calendar', at, by: null, input: null },
      isLate: context.work.now.getTime() - at.getTime() > maxDelayMs,
    })
  }
}

const isIdle = ({ archivedAt, removedAt }: PlantRow): boolean => archivedAt !== null || removedAt !== null

/** From when on a scene waits for its next run; after a long time for the first that is not long past. */
const afterRun = (plant: PlantRow, row: SceneRow, now: Date): Date => {
  if (row.dueAt === null) return now
  // What falls into this minute by the clock of now is still to be run.
  const last = row.dueFor === placeOf(plant) ? row.dueAt.getTime() : now.getTime() - minuteMs
  return new Date(Math.max(last, now.getTime() - maxAgeMs))
}

/** A scene that is stopped waits on: what it lacks may be there again at its next minute. */
const wanted = ({ activation }: Scene, { enabled }: SceneRow) => ({ activation, enabled })

const scenesById = async (tx: Tx, plantId: string): Promise<ReadonlyMap<string, Scene>> =>
  new Map((await listScenes(tx, plantId)).map((scene) => [scene.id, scene]))

const runPlant = async (context: RunContext, plant: PlantRow, before: Date): Promise<void> => {
  const { work } = context
  const now = work.now
  const rows = await listDueScenes(work.tx, plant.id, before)
  const scenes = await scenesById(work.tx, plant.id)
  // Of an archived or deleted plant no unit is sent anything, and nothing of that is a run that was missed.
  const dues = isIdle(plant) ? [] : duesOf(plant, rows, scenes)
  for (const [, together] of Map.groupBy(dues, ({ at }) => at.getTime())) await runMinute(context, plant.id, together)
  for (const row of rows) {
    const scene = scenes.get(row.id)
    if (scene)
      await saveDue(work.tx, row.id, await computeDueAfter(wanted(scene, row), plant, afterRun(plant, row, now)))
  }
}

/** Lets scenes wait for runs by the clock, place and country that a plant has now. */
export const reschedule = async (tx: Tx, plant: PlantRow, now: Date): Promise<void> => {
  const rows = await listScenesOfOtherPlace(tx, plant.id, placeOf(plant))
  if (rows.length === 0) return
  const scenes = await scenesById(tx, plant.id)
  for (const row of rows) {
    const scene = scenes.get(row.id)
    if (scene) await saveDue(tx, row.id, await computeDueAfter(wanted(scene, row), plant, now))
  }
}

/**
 * Makes the runs that are due and that no unit makes by itself: each once, as the plant is locked while it waits for the next. What is too
 * late is kept as not executed, and not made up.
 */
export const runDueScenes = (parts: Parts): Promise<void> =>
  processEachLocked({ ...parts, failure: 'scenes that were due could not be run' }, async (work, failed, found) => {
    const before = new Date(work.now.getTime() - platformDelayMs)
    const plant = await claimPlantWithDue(work.tx, before, failed)
    if (!plant) return false
    found(plant.id)
    await runPlant({ work, caller: null }, plant, before)
    return true
  })
