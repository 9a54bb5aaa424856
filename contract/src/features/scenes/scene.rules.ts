import type { CalendarActivation, Scene, SceneActivation, SceneLevel, ScenePeriod } from './scene.ts'
import type { SceneClash } from './scene-runs.ts'

/** Whether a day is within a period, both ends included; with `yearly` in any later year, too. */
export function isInPeriod(day: string, period: ScenePeriod | null): boolean {
  if (!period) return true
  const { from, to, yearly } = period
  if (!yearly || day < from) return from <= day && day <= to
  const [first, last, monthDay] = [from.slice(5), to.slice(5), day.slice(5)]
  return from.slice(0, 4) === to.slice(0, 4)
    ? first <= monthDay && monthDay <= last
    : first <= monthDay || monthDay <= last
}

/** Whether the period of a scene is over; its calendar then has no further runs. */
export const isCalendarOver = (activation: SceneActivation, today: string): boolean =>
  activation.mode === 'calendar' &&
  activation.period !== null &&
  !activation.period.yearly &&
  activation.period.to < today

/** Whether weekday and period allow a scene on a day. */
export const runsOnDay = (
  { weekdays, period }: Pick<CalendarActivation, 'weekdays' | 'period'>,
  { day, weekday }: { day: string; weekday: number },
): boolean => weekdays.includes(weekday) && isInPeriod(day, period)

/** Run with a time, and the levels of its scene. */
export type SceneOccurrence = {
  scene_id: string | null
  name: string
  at: string
  day: string
  time: string
  collections: readonly SceneLevel[]
  /** When the scene was saved; null for an unsaved one. */
  saved_at: string | null
}

const compareBySaved = (a: SceneOccurrence, b: SceneOccurrence): number => {
  if (a.saved_at === null) return b.saved_at === null ? 0 : 1
  if (b.saved_at === null) return -1
  return a.saved_at.localeCompare(b.saved_at) || (a.scene_id ?? '').localeCompare(b.scene_id ?? '')
}

const minuteOf = (at: string): number => Math.floor(Date.parse(at) / 60_000)

function findClashesInMinute(runs: readonly SceneOccurrence[]): SceneClash[] {
  const runsByCollection = new Map<string, SceneOccurrence[]>()
  for (const run of runs)
    for (const { id, level } of run.collections)
      if (level !== null) runsByCollection.set(id, [...(runsByCollection.get(id) ?? []), run])
  const shared = [...runsByCollection].filter(([, collectionRuns]) => collectionRuns.length > 1)
  const [first] = runs
  if (shared.length === 0 || !first) return []
  const clashingRuns = new Set(shared.flatMap(([, collectionRuns]) => collectionRuns))
  return [
    {
      at: first.at,
      day: first.day,
      time: first.time,
      scenes: runs.filter((run) => clashingRuns.has(run)).map(({ scene_id, name }) => ({ scene_id, name })),
      collections: shared.map(([id, collectionRuns]) => ({ id, level: levelOf(collectionRuns.at(-1), id) })),
    },
  ]
}

const levelOf = (run: SceneOccurrence | undefined, collectionId: string): number =>
  run?.collections.find(({ id }) => id === collectionId)?.level ?? 0

/** Scenes of the same minute setting the same aggregation, earliest first; shown before saving. */
export const findClashes = (runs: readonly SceneOccurrence[]): SceneClash[] =>
  [...Map.groupBy(runs, ({ at }) => minuteOf(at))]
    .sort(([a], [b]) => a - b)
    .flatMap(([, minuteRuns]) =>
      minuteRuns.length > 1 ? findClashesInMinute(minuteRuns.toSorted(compareBySaved)) : [],
    )

/** Levels left to a scene after removing aggregations set by later saved scenes of the same minute. */
export function remainingLevels(
  scene: Pick<Scene, 'id' | 'collections' | 'saved_at'>,
  otherScenes: readonly Pick<Scene, 'id' | 'collections' | 'saved_at'>[],
): SceneLevel[] {
  const isSavedLater = (other: Pick<Scene, 'id' | 'saved_at'>): boolean =>
    other.saved_at > scene.saved_at || (other.saved_at === scene.saved_at && other.id > scene.id)
  const overriddenIds = new Set(
    otherScenes
      .filter(isSavedLater)
      .flatMap(({ collections }) => collections.flatMap(({ id, level }) => (level === null ? [] : [id]))),
  )
  return scene.collections.filter(({ id, level }) => level !== null && !overriddenIds.has(id))
}
