import { rampS, type Scene, type SceneLevel } from '@vigilux/contract/features/scenes/scene.ts'
import { maxScenesPerUnit, sceneHorizonDays } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { maxRunsAhead, type UnitScene } from '@vigilux/device-plane/commands.ts'
import { type RunFacts, runsAfter } from './calendar-runs.ts'
import type { UnitList } from './unit-lists.schema.ts'

/** An aggregation of a unit with its groups. */
export type UnitGroups = { id: string; cu: string; groups: readonly number[] }

const dayMs = 86_400_000
const minuteMs = 60_000

/** The levels of a scene in a unit, in few entries: the last one of a group and of a lamp wins. */
export const levelsIn = (
  scene: { collections: readonly SceneLevel[] },
  aggregations: ReadonlyMap<string, UnitGroups>,
): UnitScene['levels'] => {
  const seenGroups = new Set<number>()
  const entries: UnitScene['levels'] = []
  for (const { id, level } of scene.collections.toReversed()) {
    if (level === null) continue
    const groups = (aggregations.get(id)?.groups ?? []).filter((group) => !seenGroups.has(group))
    for (const group of groups) seenGroups.add(group)
    if (groups.length > 0) entries.unshift({ groups, level })
  }
  return entries
}

const inOrderOfSaving = (scenes: readonly Scene[]): Scene[] =>
  scenes.toSorted((a, b) => a.saved_at.localeCompare(b.saved_at) || a.id.localeCompare(b.id))

const isRunByCalendar = ({ enabled, activation }: Scene): boolean => enabled && activation.mode !== 'manual'

/** The scenes run by a unit itself, and those run by the platform for its lamps. */
export type UnitShare = { scenes: UnitScene[]; byPlatform: string[] }

/**
 * Divides the scenes of a unit's lamps. The unit runs those with a calendar or with one of its own inputs, as many as
 * fit, oldest first. They stay in the order they were saved, because of two in one minute the later must run last.
 */
export const divideScenes = (
  unit: string,
  scenes: readonly Scene[],
  { aggregations, facts, now }: { aggregations: readonly UnitGroups[]; facts: RunFacts; now: Date },
): UnitShare => {
  const ownAggregations = new Map(aggregations.filter(({ cu }) => cu === unit).map((one) => [one.id, one]))
  const share: UnitShare = { scenes: [], byPlatform: [] }
  for (const scene of inOrderOfSaving(scenes.filter(isRunByCalendar))) {
    const levels = levelsIn(scene, ownAggregations)
    const { activation } = scene
    if (levels.length === 0) continue
    const runs = minutesOf(scene, facts, now)
    if (activation.mode === 'calendar' && runs.length === 0) continue
    const input = activation.mode === 'input' ? activation : null
    if ((input && input.topic !== unit) || share.scenes.length >= maxScenesPerUnit) {
      share.byPlatform.push(scene.id)
      continue
    }
    share.scenes.push({ scene: scene.id, levels, fadeS: scene.ramp ? rampS : 0, runs, input: input?.input ?? null })
  }
  return share
}

/** The end of lists computed now: the end of a minute, 40 days ahead. */
export const computeListEnd = (now: Date): Date =>
  new Date(Math.ceil((now.getTime() + sceneHorizonDays * dayMs) / minuteMs) * minuteMs)

const minutesOf = ({ activation }: Scene, facts: RunFacts, now: Date): number[] => {
  if (activation.mode !== 'calendar') return []
  const end = computeListEnd(now)
  const minutes: number[] = []
  for (const { at } of runsAfter(activation, { after: now, days: sceneHorizonDays + 1, facts })) {
    if (at && at > end) break
    if (at) minutes.push(at.getTime() / minuteMs)
  }
  return minutes.slice(0, maxRunsAhead)
}

/** A unit's runs with these scenes, scene by scene, up to a moment. */
const serializedRuns = (scenes: readonly UnitScene[], from: Date, until: Date): string[] =>
  scenes.map((scene) => {
    const isAhead = (minute: number) => minute * minuteMs > from.getTime() && minute * minuteMs <= until.getTime()
    return JSON.stringify({ ...scene, runs: scene.runs.filter(isAhead) })
  })

/** Whether a list matches these scenes for as long as it lasts. */
export const isEquivalent = (list: UnitList, scenes: readonly UnitScene[], now: Date): boolean => {
  const until = new Date(list.until)
  return serializedRuns(list.scenes, now, until).join() === serializedRuns(scenes, now, until).join()
}

/** Scenes of a list still due to run on a unit although removed or changed. */
export const outdatedScenes = (list: UnitList, scenes: readonly UnitScene[], now: Date): string[] => {
  const until = new Date(list.until)
  const currentRuns = new Set(serializedRuns(scenes, now, until))
  return serializedRuns(list.scenes, now, until).flatMap((serialized, at) => {
    const scene = list.scenes[at]
    return scene && !currentRuns.has(serialized) ? [scene.scene] : []
  })
}

/** Scenes missing from a list, or in another form. */
export const missingScenes = (list: UnitList | null, scenes: readonly UnitScene[], now: Date): string[] => {
  if (list === null) return scenes.map(({ scene }) => scene)
  const until = new Date(list.until)
  const listedRuns = new Set(serializedRuns(list.scenes, now, until))
  const currentRuns = serializedRuns(scenes, now, until)
  return scenes.flatMap(({ scene }, at) => (listedRuns.has(currentRuns[at] ?? '') ? [] : [scene]))
}

/** Age at which a list is renewed, so a unit offline for weeks still has runs left. */
const renewIntervalMs = dayMs

/** A unit's desired list: the previous one if it is equivalent and of today, otherwise a new one. */
export const renewList = (before: UnitList | null, scenes: UnitScene[], now: Date, lastVersion: number): UnitList => {
  if (before && before.version >= lastVersion) {
    const isFresh =
      Date.parse(before.until) - now.getTime() > sceneHorizonDays * dayMs - renewIntervalMs || scenes.length === 0
    if (isFresh && isEquivalent(before, scenes, now)) return before
  }
  return { version: Math.max(before?.version ?? 0, lastVersion) + 1, until: computeListEnd(now).toISOString(), scenes }
}
