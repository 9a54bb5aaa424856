type Task = { dueTick: number; run: () => void; everyTicks: number | null }

/** Handle for canceling a task. */
export type Appointment = { cancel(): void }

/** Runs all timers of all units on one interval: ten thousand units cost one timer. */
export class Wheel {
  readonly tickMs: number
  #tick = 0
  #slots = new Map<number, Set<Task>>()
  #interval: NodeJS.Timeout

  constructor(tickMs = 20) {
    this.tickMs = tickMs
    const startedAt = performance.now()
    this.#interval = setInterval(() => this.#turnTo(Math.floor((performance.now() - startedAt) / tickMs)), tickMs)
  }

  after(ms: number, run: () => void): Appointment {
    return this.#place({ dueTick: this.#ticksFromNow(ms), run, everyTicks: null })
  }

  /** Starts after `firstMs`: units do not all act at once. */
  every(ms: number, run: () => void, firstMs = ms): Appointment {
    return this.#place({
      dueTick: this.#ticksFromNow(firstMs),
      run,
      everyTicks: Math.max(1, Math.round(ms / this.tickMs)),
    })
  }

  stop(): void {
    clearInterval(this.#interval)
    this.#slots.clear()
  }

  #ticksFromNow(ms: number): number {
    return this.#tick + Math.max(1, Math.ceil(ms / this.tickMs))
  }

  #place(task: Task): Appointment {
    this.#slotAt(task.dueTick).add(task)
    return {
      cancel: () => {
        task.everyTicks = null
        this.#slots.get(task.dueTick)?.delete(task)
      },
    }
  }

  #slotAt(tick: number): Set<Task> {
    const slot = this.#slots.get(tick) ?? new Set<Task>()
    this.#slots.set(tick, slot)
    return slot
  }

  #turnTo(tick: number): void {
    while (this.#tick < tick) {
      this.#tick++
      const due = this.#slots.get(this.#tick)
      this.#slots.delete(this.#tick)
      for (const task of due ?? []) {
        task.run()
        if (task.everyTicks === null) continue
        task.dueTick = this.#tick + task.everyTicks
        this.#slotAt(task.dueTick).add(task)
      }
    }
  }
}
