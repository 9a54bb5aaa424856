import type { UnitSceneList } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { UnitScene } from '@vigilux/device-plane/commands.ts'
import type { Lights } from './lights.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { Appointment } from './wheel.ts'

const minuteMs = 60_000
/** Maximum delay of a run; a later one is missed and not repeated. */
const graceMs = minuteMs
/** Debounce time of an input: a scene runs at most once within it. */
const inputDebounceMs = 10_000
/** Timers of a day or longer drift, so a unit checks its clock at this interval. */
const maxWaitMs = 3_600_000

type SceneSchedule = { version: number; until: string; scenes: readonly UnitScene[] }

/** Saved scenes of a unit: the list, its past runs, and the missed ones, as `scene minute`. */
export type SavedScenes = SceneSchedule & { behind: readonly string[]; missed: readonly string[] }

const keyOf = (scene: string, minute: number): string => `${scene} ${minute}`

/** Scenes run by a unit's own clock and inputs, without the platform. */
export class UnitScenes {
  readonly #unit: UnitContext
  readonly #lights: Lights
  #plan: SceneSchedule | null = null
  #behind = new Set<string>()
  #missed = new Set<string>()
  readonly #restingUntil = new Map<string, number>()
  #timer: Appointment | null = null

  constructor(unit: UnitContext, lights: Lights, saved?: SavedScenes | null) {
    this.#unit = unit
    this.#lights = lights
    if (!saved) return
    const { behind, missed, ...plan } = saved
    this.#plan = plan
    this.#behind = new Set(behind)
    this.#missed = new Set(missed)
  }

  get saved(): SavedScenes | null {
    return this.#plan && { ...this.#plan, behind: [...this.#behind], missed: [...this.#missed] }
  }
  get detail(): UnitSceneList | null {
    return this.#plan && { version: this.#plan.version, until: this.#plan.until }
  }

  /** Replaces the list. Runs of the old list in this minute are not repeated by the new one. */
  set({ version, until, scenes }: SceneSchedule): Answer {
    if (this.#plan && version < this.#plan.version) return refused('INVALID_BODY')
    const isSameVersion = this.#plan?.version === version
    this.#plan = { version, until, scenes }
    if (!isSameVersion) this.#skipPast()
    this.#forgetOthers()
    this.#unit.shadowChanged()
    this.arm()
    return done
  }

  /** Checks the clock, runs due scenes and waits for the next ones; also after the clock was set. */
  arm(): void {
    this.#timer?.cancel()
    this.#timer = null
    if (!this.#plan) return
    this.#forgive()
    const now = this.#unit.clock.now()
    for (const { scene, minute } of this.#waiting()) if (minute * minuteMs <= now) this.#fall(scene, minute, now)
    const next = Math.min(...this.#waiting().map(({ minute }) => minute * minuteMs))
    if (!Number.isFinite(next)) return
    this.#timer = this.#unit.wheel.after(Math.min(maxWaitMs, next - this.#unit.clock.now()), () => this.arm())
  }

  inputChanged(input: number): void {
    const now = this.#unit.clock.now()
    for (const scene of this.#plan?.scenes ?? []) {
      if (scene.input !== input || Math.abs(now - (this.#restingUntil.get(scene.scene) ?? 0)) < inputDebounceMs)
        continue
      this.#restingUntil.set(scene.scene, now)
      this.#tell(scene, { planned: null, input, outcome: this.#light(scene) })
    }
  }

  /** Resets to factory state. */
  forget(): void {
    this.close()
    this.#plan = null
    this.#behind.clear()
    this.#missed.clear()
    this.#restingUntil.clear()
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  /** Future runs by minute, then by list order: of two in one minute, the later in the list runs last. */
  #waiting(): { scene: UnitScene; minute: number }[] {
    return (this.#plan?.scenes ?? [])
      .flatMap((scene) => scene.runs.map((minute) => ({ scene, minute })))
      .filter(({ scene, minute }) => !this.#behind.has(keyOf(scene.scene, minute)))
      .sort((a, b) => a.minute - b.minute)
  }

  #fall(scene: UnitScene, minute: number, now: number): void {
    const key = keyOf(scene.scene, minute)
    this.#behind.add(key)
    const isLate = now - minute * minuteMs > graceMs
    if (isLate) this.#missed.add(key)
    this.#tell(scene, { planned: minute, input: null, outcome: isLate ? 'missed' : this.#light(scene) })
  }

  #light({ levels, fadeS }: UnitScene): SceneOutcome {
    const entries = levels.map(({ groups, level }) => ({ to: { groups }, level }))
    return this.#lights.set({ levels: entries, fadeS, holdS: null }).state === 'done' ? 'set' : 'noLamps'
  }

  #tell(scene: UnitScene, run: { planned: number | null; input: number | null; outcome: SceneOutcome }): void {
    const version = this.#plan?.version
    if (version !== undefined) this.#unit.record({ kind: 'sceneRan', scene: scene.scene, version, ...run })
  }

  /** Marks past runs of a new list as done, because another list was responsible for them. */
  #skipPast(): void {
    const now = this.#unit.clock.now()
    for (const { scene, minute } of this.#waiting())
      if (minute * minuteMs <= now) this.#behind.add(keyOf(scene.scene, minute))
  }

  #forgetOthers(): void {
    const plannedRuns = new Set(
      this.#plan?.scenes.flatMap(({ scene, runs }) => runs.map((minute) => keyOf(scene, minute))),
    )
    this.#behind = this.#behind.intersection(plannedRuns)
    this.#missed = this.#missed.intersection(plannedRuns)
  }

  /** After a fast clock was corrected, supposedly missed runs become pending again. Executed runs remain executed. */
  #forgive(): void {
    const now = this.#unit.clock.now()
    for (const key of this.#missed) {
      if (Number(key.split(' ')[1]) * minuteMs <= now) continue
      this.#missed.delete(key)
      this.#behind.delete(key)
    }
  }
}
