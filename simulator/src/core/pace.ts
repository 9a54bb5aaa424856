import type { Appointment, Wheel } from './wheel.ts'

type PendingTask = { due: number; run: () => void; appointment: Appointment | null }

/**
 * How fast the units of a fleet live: tests, searches and batteries run by it, clocks and connections do not. It may change
 * at any moment; what was lived until then stays lived, and what waits goes on waiting for the rest of its time.
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

  /** How many times faster than real time. */
  get speed(): number {
    return this.#speed
  }

  /** Milliseconds that the units have lived since the start. */
  get livedMs(): number {
    return this.#livedMs + (performance.now() - this.#since) * this.#speed
  }

  /** Once the units have lived so many milliseconds more. */
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
