import type { UnitScene } from '@vigilux/device-plane/commands.ts'

/** Scenes run by the bridge's own clock: decisions alone. */

const minuteMs = 60_000
/** A later run is missed, and not made up. */
const graceMs = minuteMs

export type SceneList = { version: number; until: string; scenes: readonly UnitScene[] }
/** The list, its past runs, and the missed ones among them, as `scene minute`. */
export type ScenePlan = SceneList & { behind: readonly string[]; missed: readonly string[] }
export type SceneRun = { scene: UnitScene; minute: number; isMissed: boolean }

const keyOf = ({ scene }: UnitScene, minute: number): string => `${scene} ${minute}`
const minuteOf = (key: string): number => Number(key.split(' ')[1])

/** Runs ahead by minute, then in the order of the list: of two in one minute the later in the list is last. */
const waitingRuns = ({ scenes, behind }: ScenePlan): { scene: UnitScene; minute: number }[] => {
  const over = new Set(behind)
  return scenes
    .flatMap((scene) => scene.runs.map((minute) => ({ scene, minute })))
    .filter(({ scene, minute }) => !over.has(keyOf(scene, minute)))
    .toSorted((one, other) => one.minute - other.minute)
}

/** The plan with another list; null for an older one. Past runs of a new list were for the list before it. */
export const withList = (plan: ScenePlan | null, list: SceneList, now: number): ScenePlan | null => {
  if (plan && list.version < plan.version) return null
  const named = new Set(list.scenes.flatMap((scene) => scene.runs.map((minute) => keyOf(scene, minute))))
  const [behind, missed] = [plan?.behind ?? [], plan?.missed ?? []].map((keys) => keys.filter((key) => named.has(key)))
  const next: ScenePlan = { ...list, behind: behind ?? [], missed: missed ?? [] }
  if (plan?.version === list.version) return next
  const past = waitingRuns(next).filter(({ minute }) => minute * minuteMs <= now)
  return { ...next, behind: [...next.behind, ...past.map(({ scene, minute }) => keyOf(scene, minute))] }
}

/** After a fast clock was set back, its missed runs are ahead again. */
export const forgiven = (plan: ScenePlan, now: number): ScenePlan => {
  const ahead = new Set(plan.missed.filter((key) => minuteOf(key) * minuteMs > now))
  if (ahead.size === 0) return plan
  const without = (keys: readonly string[]) => keys.filter((key) => !ahead.has(key))
  return { ...plan, behind: without(plan.behind), missed: without(plan.missed) }
}

export const dueRuns = (plan: ScenePlan, now: number): SceneRun[] =>
  waitingRuns(plan)
    .filter(({ minute }) => minute * minuteMs <= now)
    .map(({ scene, minute }) => ({ scene, minute, isMissed: now - minute * minuteMs > graceMs }))

/** Moment of the next run; null without one. */
export const nextRunAt = (plan: ScenePlan): number | null => {
  const [next] = waitingRuns(plan)
  return next ? next.minute * minuteMs : null
}

export const afterRun = (plan: ScenePlan, { scene, minute, isMissed }: SceneRun): ScenePlan => {
  const key = keyOf(scene, minute)
  return { ...plan, behind: [...plan.behind, key], missed: isMissed ? [...plan.missed, key] : plan.missed }
}
