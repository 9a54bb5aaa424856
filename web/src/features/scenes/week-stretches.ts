import type { SceneLevel } from '@vigilux/contract/features/scenes/scene.ts'
import type { PlannedRun, WeekDay } from '@vigilux/contract/features/scenes/scene-runs.ts'
import type { Preview } from './use-preview.ts'

/** Levels of a scene in the week; `savedAt` is null for the scene being edited, which would be saved last. */
export type WeekScene = { collections: readonly SceneLevel[]; savedAt: string | null }
/** By scene id; null for the scene being edited. */
export type WeekScenes = ReadonlyMap<string | null, WeekScene>

/** How long a scene's light lasts on a day, in percent of the day. */
export type Stretch = {
  from: number
  until: number
  run: PlannedRun
  /** In percent, if all shown aggregations get the same level. */
  level: number | null
  isClash: boolean
}

/** Elapsed percentage of a day at an instant; accounts for days with a clock change. */
export const percentOf = (at: string, { begins, hours }: WeekDay): number =>
  ((Date.parse(at) - Date.parse(begins)) / (hours * 3_600_000)) * 100

/** The level set by a scene for an aggregation, or for all without a selection; null if they differ. */
export function levelOf(scene: WeekScene | undefined, aggregation: string | undefined): number | null {
  const levels = (scene?.collections ?? []).flatMap(({ id, level }) =>
    level === null || (aggregation !== undefined && id !== aggregation) ? [] : [level],
  )
  const [first = null] = levels
  return levels.every((level) => level === first) ? first : null
}

const setsAggregation = (scene: WeekScene | undefined, aggregation: string | undefined): boolean =>
  (scene?.collections ?? []).some(
    ({ id, level }) => level !== null && (aggregation === undefined || id === aggregation),
  )

const savedAt = (run: PlannedRun, scenes: WeekScenes): string => scenes.get(run.scene_id)?.savedAt ?? '9'

type WeekPreview = Pick<Preview, 'week' | 'before' | 'clashes'>
type TimedRun = PlannedRun & { at: string }

/** Runs with an effect on the selection, in order of effect: in one minute, the scene saved last comes last. */
export function listEffectiveRuns(
  { week, before }: WeekPreview,
  scenes: WeekScenes,
  aggregation: string | undefined,
): TimedRun[] {
  return [...before, ...week.flatMap(({ runs }) => runs)]
    .filter((run): run is TimedRun => run.at !== null && setsAggregation(scenes.get(run.scene_id), aggregation))
    .sort((a, b) => a.at.localeCompare(b.at) || savedAt(a, scenes).localeCompare(savedAt(b, scenes)))
}

/** The light of one day of a week: from each run to the next, starting with the previous day's. */
export function computeStretches(
  day: WeekDay,
  preview: WeekPreview,
  scenes: WeekScenes,
  aggregation: string | undefined,
): Stretch[] {
  const effectiveRuns = listEffectiveRuns(preview, scenes, aggregation)
  const clashes = new Set(
    preview.clashes.flatMap(({ at, scenes: clashScenes }) => clashScenes.map((one) => `${at} ${one.scene_id}`)),
  )
  return effectiveRuns.flatMap((run, n) => {
    const next = effectiveRuns[n + 1]
    const from = Math.max(0, percentOf(run.at, day))
    const until = next ? Math.min(100, percentOf(next.at, day)) : 100
    if (until <= from || from >= 100) return []
    const isClashing = from === percentOf(run.at, day) && clashes.has(`${run.at} ${run.scene_id}`)
    return [{ from, until, run, level: levelOf(scenes.get(run.scene_id), aggregation), isClash: isClashing }]
  })
}

/** The daylight stretches of a day, in percent. */
export function sunStretches(day: WeekDay): readonly (readonly [from: number, until: number])[] {
  const { sun } = day
  if (!sun) return []
  if (sun.stays) return sun.stays === 'up' ? [[0, 100]] : []
  const dawn = sun.dawn === null ? null : percentOf(sun.dawn, day)
  const sunset = sun.sunset === null ? null : percentOf(sun.sunset, day)
  if (dawn === null || sunset === null || dawn < sunset) return [[dawn ?? 0, sunset ?? 100]]
  return [
    [0, sunset],
    [dawn, 100],
  ]
}
