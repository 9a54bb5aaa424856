import type { CalendarActivation, Scene, SceneActivation, SceneLevel, ScenePeriod } from './scene.ts'
import type { SceneClash } from './scene-runs.ts'

/** Whether a day is within a period, first and last day included; with `yearly`, in the starting year or any later one. */
export function isInPeriod(day: string, period: ScenePeriod | null): boolean {
  if (!period) return true
  const { from, to, yearly } = period
  if (!yearly || day < from) return from <= day && day <= to
  const [first, last, its] = [from.slice(5), to.slice(5), day.slice(5)]
  return from.slice(0, 4) === to.slice(0, 4) ? first <= its && its <= last : first <= its || its <= last
}

/** Whether the period of a scene is over, so that its calendar will never run it again. */
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
  const setters = new Map<string, SceneOccurrence[]>()
  for (const run of runs)
    for (const { id, level } of run.collections) if (level !== null) setters.set(id, [...(setters.get(id) ?? []), run])
  const shared = [...setters].filter(([, several]) => several.length > 1)
  const [first] = runs
  if (shared.length === 0 || !first) return []
  const involved = new Set(shared.flatMap(([, several]) => several))
  return [
    {
      at: first.at,
      day: first.day,
      time: first.time,
      scenes: runs.filter((run) => involved.has(run)).map(({ scene_id, name }) => ({ scene_id, name })),
      collections: shared.map(([id, several]) => ({ id, level: levelOf(several.at(-1), id) })),
    },
  ]
}

const levelOf = (run: SceneOccurrence | undefined, of: string): number =>
  run?.collections.find(({ id }) => id === of)?.level ?? 0

/** Scenes of the same minute that set the same aggregation, earliest first; shown before saving. */
export const findClashes = (runs: readonly SceneOccurrence[]): SceneClash[] =>
  [...Map.groupBy(runs, ({ at }) => minuteOf(at))]
    .sort(([a], [b]) => a - b)
    .flatMap(([, together]) => (together.length > 1 ? findClashesInMinute(together.toSorted(compareBySaved)) : []))

/** Levels that a scene still sets after removing aggregations set by later saved scenes of the same minute. */
export function remainingLevels(
  own: Pick<Scene, 'id' | 'collections' | 'saved_at'>,
  others: readonly Pick<Scene, 'id' | 'collections' | 'saved_at'>[],
): SceneLevel[] {
  const isLater = (other: Pick<Scene, 'id' | 'saved_at'>): boolean =>
    other.saved_at > own.saved_at || (other.saved_at === own.saved_at && other.id > own.id)
  const taken = new Set(
    others
      .filter(isLater)
      .flatMap(({ collections }) => collections.flatMap(({ id, level }) => (level === null ? [] : [id]))),
  )
  return own.collections.filter(({ id, level }) => level !== null && !taken.has(id))
}
