import { type Gear, isRestless } from './gear.ts'

/** Calm gear between two visits of restless gear. */
const calmBetween = 8
/** Full batteries are read in every so many rounds. */
const thoroughEvery = 5
/** Levels are read this time after the last frame of another master, when most fades are over. */
const settleMs = 1_000

export type Task = { kind: 'visit'; gear: Gear; isThorough: boolean } | { kind: 'level' | 'groups'; gear: Gear }

const taskOrder = ['visit', 'groups', 'level'] as const

/** Order of the visits to all gear of a line: changed ones first, restless ones more often. */
export class Round {
  #waiting: number[] = []
  #calmVisits = 0
  #lastRestless = -1
  #startedAt: number | null = null
  #number = 0
  readonly #dirty = new Map<number, { due: number; what: Set<Task['kind']> }>()
  /** Milliseconds of the last complete round. */
  lastMs: number | null = null

  /** The gear was changed by somebody: it is read soon, out of turn. */
  touch(short: number, what: Task['kind'], now: number): void {
    const dirty = this.#dirty.get(short) ?? { due: 0, what: new Set() }
    dirty.what.add(what)
    dirty.due = what === 'visit' ? now : now + settleMs
    this.#dirty.set(short, dirty)
  }

  next(gears: ReadonlyMap<number, Gear>, now: number): Task | null {
    return this.#nextDirty(gears, now) ?? this.#nextVisit(gears, now)
  }

  /** Begins a round again, for example after a loss of power. */
  restart(): void {
    this.#waiting = []
    this.#startedAt = null
  }

  #nextDirty(gears: ReadonlyMap<number, Gear>, now: number): Task | null {
    for (const [short, { due, what }] of this.#dirty) {
      const gear = gears.get(short)
      const kind = taskOrder.find((one) => what.has(one))
      if (!gear || !kind) this.#dirty.delete(short)
      else if (due <= now) {
        what.delete(kind)
        return kind === 'visit' ? { kind, gear, isThorough: false } : { kind, gear }
      }
    }
    return null
  }

  #nextVisit(gears: ReadonlyMap<number, Gear>, now: number): Task | null {
    if (gears.size === 0) return null
    const isThorough = this.#number % thoroughEvery === 0
    const restless = this.#calmVisits >= calmBetween ? this.#nextRestless(gears) : null
    if (restless) {
      this.#calmVisits = 0
      return { kind: 'visit', gear: restless, isThorough: false }
    }
    let gear = this.#takeWaiting(gears)
    if (!gear) {
      this.#begin(gears, now)
      gear = this.#takeWaiting(gears)
    }
    this.#calmVisits++
    return gear && { kind: 'visit', gear, isThorough }
  }

  #takeWaiting(gears: ReadonlyMap<number, Gear>): Gear | null {
    for (let short = this.#waiting.shift(); short !== undefined; short = this.#waiting.shift()) {
      const gear = gears.get(short)
      if (gear) return gear
    }
    return null
  }

  #begin(gears: ReadonlyMap<number, Gear>, now: number): void {
    if (this.#startedAt !== null) this.lastMs = now - this.#startedAt
    this.#startedAt = now
    this.#number++
    const order = [...gears.values()].sort((one, other) => one.short - other.short)
    this.#waiting = [...order.filter((gear) => isRestless(gear)), ...order.filter((gear) => !isRestless(gear))].map(
      ({ short }) => short,
    )
  }

  #nextRestless(gears: ReadonlyMap<number, Gear>): Gear | null {
    const restless = [...gears.values()]
      .filter((gear) => isRestless(gear))
      .sort((one, other) => one.short - other.short)
    const gear = restless.find(({ short }) => short > this.#lastRestless) ?? restless[0] ?? null
    if (gear) this.#lastRestless = gear.short
    return gear
  }
}
