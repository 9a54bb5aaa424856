import type { Clock, Timer } from '../clock.ts'
import type { Journal } from '../platform/journal.ts'
import type { UnitClock } from '../platform/unit-clock.ts'
import type { BridgeState } from './bridge-state.ts'
import type { LampRegister } from './lamp-register.ts'
import { type Light, receiversOf } from './light.ts'
import type { RecordBook } from './record-book.ts'
import { afterRun, dueRuns, forgiven, nextRunAt, type SceneList, type SceneRun, withList } from './scene-plan.ts'

/** The clock is looked at this often at least, because timers drift. */
const maxWaitMs = 3_600_000
const outcomes = ['set', 'noLamps', 'missed'] as const

/** Parts of the unit for scenes. */
export type SceneUnit = {
  readonly clock: Clock
  readonly time: UnitClock
  readonly journal: Journal<BridgeState>
  readonly records: RecordBook
  readonly lamps: LampRegister
  readonly light: Light
}

/** Runs the scenes of the unit by its clock. */
export class SceneRuns {
  readonly #unit: SceneUnit
  #timer: Timer | null = null
  #isRunning = false

  constructor(unit: SceneUnit) {
    this.#unit = unit
  }

  /** Replaces the list. False for an older one. */
  set(list: SceneList): boolean {
    const plan = withList(this.#unit.journal.state.scenes, list, this.#unit.time.now())
    if (!plan) return false
    this.#unit.records.commit({ scenes: plan })
    this.arm()
    return true
  }

  /** Runs due scenes and waits for the next run; also after the clock was set. */
  arm(): void {
    this.#timer?.cancel()
    const { clock, time, journal } = this.#unit
    const plan = journal.state.scenes
    const next = plan && nextRunAt(forgiven(plan, time.now()))
    if (next === null) return
    const ms = Math.min(maxWaitMs, Math.max(0, next - time.now()))
    this.#timer = clock.after(ms, () => void this.#run())
  }

  close(): void {
    this.#timer?.cancel()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let due = this.#due(); due; due = this.#due()) await this.#perform(due)
    } finally {
      this.#isRunning = false
    }
    this.arm()
  }

  #due(): SceneRun | null {
    const { journal, time } = this.#unit
    const plan = journal.state.scenes
    return plan ? (dueRuns(forgiven(plan, time.now()), time.now())[0] ?? null) : null
  }

  /** Stored only after it was done: a bridge killed meanwhile does it again, which changes nothing. */
  async #perform(run: SceneRun): Promise<void> {
    const { journal, records, lamps, light, time } = this.#unit
    const entries = run.scene.levels.map(({ groups, level }) => ({ to: { groups }, level }))
    const hasLamps = entries.some(({ to }) => receiversOf(to, lamps.places).length > 0)
    if (!run.isMissed && hasLamps) await light.set(entries, lamps.places, run.scene.fadeS, null)
    const plan = journal.state.scenes
    if (!plan) return
    const outcome = run.isMissed ? 'missed' : hasLamps ? 'set' : 'noLamps'
    const body = [run.scene.scene, plan.version, run.minute, null, outcomes.indexOf(outcome)]
    records.commit({ scenes: afterRun(forgiven(plan, time.now()), run) }, [{ kind: 'scene', body }])
  }
}
