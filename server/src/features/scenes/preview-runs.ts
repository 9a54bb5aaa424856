import { findClashes, isCalendarOver, type SceneOccurrence } from '@vigilux/contract/features/scenes/scene.rules.ts'
import type { Scene, UnfinishedScene } from '@vigilux/contract/features/scenes/scene.ts'
import {
  maxShownRuns,
  type PlannedRun,
  type SunOfDay,
  type WeekDay,
} from '@vigilux/contract/features/scenes/scene-runs.ts'
import { dayIn, startOfDay, toZoned } from '../../kernel/zoned.ts'
import { type DayRun, minuteOfSun, type RunFacts, runsAfter, runsOn, sunOfDay } from './calendar-runs.ts'

/** A scene whose runs are shown: a saved one, or a draft. */
export type ShownScene = UnfinishedScene & { id: string | null; saved_at: string | null }

/** Maximum number of days searched for runs, so "on 29 February, a Sunday" does not search forever. */
export const maxDaysSearched = 2_200
/** Maximum number of days without a run listed before the first run. */
const maxReasons = 3
const hourMs = 3_600_000

const timeIn = (at: Date, zone: string): string => toZoned(at, zone).toPlainTime().toString({ smallestUnit: 'minute' })

const toPlannedRun = (
  { id, name }: Pick<ShownScene, 'id' | 'name'>,
  { day, at, none: noRunReason }: DayRun,
  zone: string,
): PlannedRun => ({
  scene_id: id,
  name,
  none: noRunReason,
  day: at ? dayIn(at, zone) : day,
  time: at && timeIn(at, zone),
  at: at && at.toISOString(),
})

const calendarRuns = (scene: ShownScene, after: Date, facts: RunFacts): Iterable<DayRun> =>
  scene.activation.mode === 'calendar' && scene.enabled
    ? runsAfter(scene.activation, { after, days: maxDaysSearched, facts })
    : []

/** A scene's next runs, with the matching days before and between them without a run. */
export const nextRuns = (scene: ShownScene, after: Date, facts: RunFacts, maxRuns: number): PlannedRun[] => {
  const found: PlannedRun[] = []
  let reasons = 0
  let runs = 0
  for (const run of calendarRuns(scene, after, facts)) {
    if (run.at) runs++
    else if (++reasons > maxReasons) {
      // A summer without sunset is listed once, by its first days.
      if (reasons > maxDaysSearched / 2) break
      continue
    } else if (maxRuns === 1) continue
    found.push(toPlannedRun(scene, run, facts.zone))
    if (runs === maxRuns) break
  }
  return found
}

const toSunOfDay = (day: Temporal.PlainDate, { zone, position }: RunFacts): SunOfDay | null => {
  if (!position) return null
  const { dawn: dawns, sunset: sunsets, upAtEnd } = sunOfDay(day, zone, position)
  const [dawn = null] = dawns
  const [sunset = null] = sunsets
  return {
    dawn: dawn && dawn.toISOString(),
    sunset: sunset && sunset.toISOString(),
    dawnTime: dawn && timeIn(minuteOfSun(dawn), zone),
    sunsetTime: sunset && timeIn(minuteOfSun(sunset), zone),
    stays: dawn || sunset ? null : upAtEnd ? 'up' : 'down',
  }
}

const runsOfScenes = (
  scenes: readonly ShownScene[],
  days: readonly Temporal.PlainDate[],
  facts: RunFacts,
): PlannedRun[] =>
  scenes.flatMap((scene) => {
    const { activation, enabled } = scene
    if (activation.mode !== 'calendar' || !enabled) return []
    return days.flatMap((day) => runsOn(activation, day, facts).map((run) => toPlannedRun(scene, run, facts.zone)))
  })

const daysFrom = (from: string, first: number, last: number): Temporal.PlainDate[] =>
  Array.from({ length: last - first + 1 }, (_, n) => Temporal.PlainDate.from(from).add({ days: first + n }))

/** Each scene's last run before a week, because its light lasts into it; offsets may cross midnight. */
export const lastRunsBefore = (scenes: readonly ShownScene[], from: string, facts: RunFacts): PlannedRun[] => {
  const last = new Map<string | null, PlannedRun>()
  for (const run of runsOfScenes(scenes, daysFrom(from, -8, 0), facts)) {
    const { at, day, scene_id } = run
    if (at !== null && day < from && at > (last.get(scene_id)?.at ?? '')) last.set(scene_id, run)
  }
  return [...last.values()]
}

/** Seven days of all scenes with a calendar. */
export const weekOf = (scenes: readonly ShownScene[], from: string, facts: RunFacts): WeekDay[] => {
  const days = daysFrom(from, -1, 7)
  const runs = runsOfScenes(scenes, days, facts)
  const byDay = Map.groupBy(runs, ({ day }) => day)
  return days.slice(1, 8).map((date): WeekDay => {
    const day = date.toString()
    const [dayBegin, dayEnd] = [startOfDay(date, facts.zone), startOfDay(date.add({ days: 1 }), facts.zone)]
    return {
      day,
      begins: dayBegin.toISOString(),
      hours: (dayEnd.getTime() - dayBegin.getTime()) / hourMs,
      isHoliday: facts.holidays.has(day),
      sun: toSunOfDay(date, facts),
      runs: (byDay.get(day) ?? []).toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')),
    }
  })
}

const toOccurrences = (runs: readonly PlannedRun[], scenes: readonly ShownScene[]): SceneOccurrence[] => {
  const byId = new Map(scenes.map((scene) => [scene.id, scene]))
  return runs.flatMap(({ scene_id, name, at, day, time }) => {
    const scene = byId.get(scene_id)
    if (!scene || at === null || time === null) return []
    return [{ scene_id, name, at, day, time, collections: scene.collections, saved_at: scene.saved_at }]
  })
}

const keyOf = ({ scene_id, at }: PlannedRun): string => `${scene_id} ${at}`

/** Preview of future runs, for a scene being edited or for all of a plant's scenes. */
export const previewOf = (
  savedScenes: readonly Scene[],
  draft: ShownScene | null,
  { now, from, facts }: { now: Date; from: string | null; facts: RunFacts },
) => {
  const today = dayIn(now, facts.zone)
  const scenes: ShownScene[] = [...savedScenes, ...(draft ? [draft] : [])]
  const week = weekOf(scenes, from ?? today, facts)
  const upcomingRuns = scenes.flatMap((scene) => nextRuns(scene, now, facts, maxShownRuns))
  const shownRuns = draft
    ? upcomingRuns.filter(({ scene_id }) => scene_id === null)
    : upcomingRuns.filter(({ at }) => at !== null)
  const runs = draft
    ? shownRuns
    : shownRuns.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).slice(0, maxShownRuns)
  const visibleRuns = [...week.flatMap((day) => day.runs), ...upcomingRuns].filter(
    ({ at }) => at !== null && at > now.toISOString(),
  )
  const uniqueRuns = [...new Map(visibleRuns.map((run) => [keyOf(run), run])).values()]
  const clashes = findClashes(toOccurrences(uniqueRuns, scenes)).filter(
    ({ scenes: occurrences }) => !draft || occurrences.some(({ scene_id }) => scene_id === null),
  )
  return {
    today,
    now: now.toISOString(),
    hasPosition: facts.position !== null,
    runs,
    week,
    clashes,
    before: lastRunsBefore(scenes, from ?? today, facts),
    over: draft !== null && isCalendarOver(draft.activation, today),
    next: savedScenes.map((scene) => ({
      scene_id: scene.id,
      run: upcomingRuns.find(({ scene_id, at }) => scene_id === scene.id && at !== null) ?? null,
      over: isCalendarOver(scene.activation, today),
    })),
  }
}
