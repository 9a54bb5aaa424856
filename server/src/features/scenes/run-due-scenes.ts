import { remainingLevels } from '@vigilux/contract/features/scenes/scene.rules.ts'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachLocked } from '../../kernel/run-task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { PlantRow } from '../plants/index.ts'
import { computeDueAfter, placeOf } from './calendar-runs.ts'
import { claimPlantWithDue, listDueScenes, listHeldLists, listScenesOfOtherPlace, saveDue } from './due-scenes.store.ts'
import { calendarRunId } from './run-ids.ts'
import { type RunContext, runScene } from './run-scene.ts'
import { listScenes, type SceneRow } from './scenes.store.ts'

const minuteMs = 60_000
/**
 * How long after the minute the platform makes its runs. Units run at the minute by their own clocks, and of two scenes
 * in one minute the platform's was saved later and has to come last.
 */
const platformDelayMs = 3_000
/** Maximum delay of a run; later it is recorded as not executed. */
export const maxDelayMs = minuteMs
/** Older runs are not recorded at all. */
const maxAgeMs = 40 * 86_400_000

type Parts = Pick<BackgroundParts, 'ports' | 'log' | 'inTransaction'>
type DueScene = { scene: Scene; at: Date }

/** The scenes due by the calendar; each is due at one minute. */
const duesOf = (plant: PlantRow, rows: readonly SceneRow[], scenes: ReadonlyMap<string, Scene>): DueScene[] =>
  rows.flatMap((row) => {
    const scene = scenes.get(row.id)
    // A due time computed for another place is not a run here.
    const isRun = row.dueIsRun && row.dueFor === placeOf(plant)
    return scene?.enabled && row.dueAt && isRun ? [{ scene, at: row.dueAt }] : []
  })

/** Makes the runs of a minute in the order the scenes were saved; units make those they hold. */
const runMinute = async (context: RunContext, plantId: string, dueScenes: readonly DueScene[]): Promise<void> => {
  const lists = await listHeldLists(context.work.tx, plantId)
  for (const { scene, at } of dueScenes) {
    const minute = at.getTime() / minuteMs
    const holdingUnits = [...lists].filter(([, { scenes }]) =>
      scenes.some((listedScene) => listedScene.scene === scene.id && listedScene.runs.includes(minute)),
    )
    const otherScenes = dueScenes.flatMap((dueScene) => (dueScene.scene.id === scene.id ? [] : [dueScene.scene]))
    await runScene(context, {
      scene,
      left: remainingLevels(scene, otherScenes),
      heldBy: new Set(holdingUnits.map(([unit]) => unit)),
      run: { id: calendarRunId(scene.id, at.toISOString()), plantId, cause: 'calendar', at, by: null, input: null },
      isLate: context.work.now.getTime() - at.getTime() > maxDelayMs,
    })
  }
}

const isIdle = ({ archivedAt, removedAt }: PlantRow): boolean => archivedAt !== null || removedAt !== null

/** The instant after which to look for a scene's next run; after a long downtime, skips long past runs. */
const afterRun = (plant: PlantRow, row: SceneRow, now: Date): Date => {
  if (row.dueAt === null) return now
  // A run within this minute by the current clock is still due.
  const last = row.dueFor === placeOf(plant) ? row.dueAt.getTime() : now.getTime() - minuteMs
  return new Date(Math.max(last, now.getTime() - maxAgeMs))
}

/** A stopped scene stays scheduled, because its parts may be back at its next minute. */
const calendarSettings = ({ activation }: Scene, { enabled }: SceneRow) => ({ activation, enabled })

const scenesById = async (tx: Tx, plantId: string): Promise<ReadonlyMap<string, Scene>> =>
  new Map((await listScenes(tx, plantId)).map((scene) => [scene.id, scene]))

const runPlant = async (context: RunContext, plant: PlantRow, before: Date): Promise<void> => {
  const { work } = context
  const now = work.now
  const rows = await listDueScenes(work.tx, plant.id, before)
  const scenes = await scenesById(work.tx, plant.id)
  // An archived or deleted plant runs no scenes, and none of them counts as missed.
  const dueScenes = isIdle(plant) ? [] : duesOf(plant, rows, scenes)
  for (const [, sameMinute] of Map.groupBy(dueScenes, ({ at }) => at.getTime()))
    await runMinute(context, plant.id, sameMinute)
  for (const row of rows) {
    const scene = scenes.get(row.id)
    if (scene)
      await saveDue(
        work.tx,
        row.id,
        await computeDueAfter(calendarSettings(scene, row), plant, afterRun(plant, row, now)),
      )
  }
}

/** Recomputes due scenes for the plant's current zone, position and country. */
export const reschedule = async (tx: Tx, plant: PlantRow, now: Date): Promise<void> => {
  const rows = await listScenesOfOtherPlace(tx, plant.id, placeOf(plant))
  if (rows.length === 0) return
  const scenes = await scenesById(tx, plant.id)
  for (const row of rows) {
    const scene = scenes.get(row.id)
    if (scene) await saveDue(tx, row.id, await computeDueAfter(calendarSettings(scene, row), plant, now))
  }
}

/** The platform makes the runs up to this instant. */
export const dueBefore = (now: Date): Date => new Date(now.getTime() - platformDelayMs)

/**
 * Makes the due runs without a unit's own run, each once, because the plant stays locked until the next due time is
 * saved. A late run is recorded as not executed and not repeated.
 */
export const runDueScenes = (parts: Parts): Promise<void> =>
  processEachLocked({ ...parts, failure: 'scenes that were due could not be run' }, async (work, failed, found) => {
    const before = dueBefore(work.now)
    const plant = await claimPlantWithDue(work.tx, before, failed)
    if (!plant) return false
    found(plant.id)
    await runPlant({ work, caller: null }, plant, before)
    return true
  })
