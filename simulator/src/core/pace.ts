import type { Appointment, Wheel } from './wheel.ts'

type PendingTask = { due: number; run: () => void; appointment: Appointment | null }

/**
 * Speed of a fleet's tests, searches and batteries, but not of clocks and connections. It can change at any time:
 * elapsed time remains, and pending tasks wait for the rest of theirs.
 */
export class Pace {
  readonly #wheel: Wheel
  readonly #waiting = new Set<PendingTask>()
  #speed: number
  #livedMs = 0
  #since = performance.now()

  constructor(wheel: Wheel, speed: number) {
    this.#wheel = wheel
    this.#speed = speed
  }

  /** Multiple of real time. */
  get speed(): number {
    return this.#speed
  }

  /** Milliseconds of the units' life since the start. */
  get livedMs(): number {
    return this.#livedMs + (performance.now() - this.#since) * this.#speed
  }

  /** Runs a task after these milliseconds of the units' time. */
  after(unitMs: number, run: () => void): Appointment {
    const task: PendingTask = { due: this.livedMs + unitMs, run, appointment: null }
    this.#waiting.add(task)
    this.#arm(task)
    return {
      cancel: () => {
        this.#waiting.delete(task)
        task.appointment?.cancel()
      },
    }
  }

  change(speed: number): void {
    this.#livedMs = this.livedMs
    this.#since = performance.now()
    this.#speed = speed
    for (const task of this.#waiting) {
      task.appointment?.cancel()
      this.#arm(task)
    }
  }

  #arm(task: PendingTask): void {
    task.appointment = this.#wheel.after((task.due - this.livedMs) / this.#speed, () => {
      this.#waiting.delete(task)
      task.run()
    })
  }
}
