import type { VirtualLamp } from './lamp.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { UnitNetwork } from './unit-wire.ts'

/** Real seconds between two steps of a search. */
const stepS = 4

/** Finds the lamps that hang on a unit, some at a time. */
export class NetworkSearch {
  readonly #unit: UnitContext
  readonly #reachable: readonly VirtualLamp[]
  /** Called with the lamps that were found; an empty list begins the unit's list anew. */
  readonly #onFound: (lamps: readonly VirtualLamp[]) => void
  network: UnitNetwork = { state: 'none', plantCode: null, found: 0, expected: null }

  constructor(unit: UnitContext, reachable: readonly VirtualLamp[], onFound: (lamps: readonly VirtualLamp[]) => void) {
    this.#unit = unit
    this.#reachable = reachable
    this.#onFound = onFound
  }

  get found(): readonly VirtualLamp[] {
    return this.#reachable.slice(0, this.network.found)
  }

  /** As after a search that ended long ago. */
  setComplete(plantCode: number | null): void {
    const count = this.#reachable.length
    this.network = { state: 'complete', plantCode, found: count, expected: count }
  }

  forget(): void {
    this.network = { state: 'none', plantCode: null, found: 0, expected: null }
  }

  start(plantCode: number | null): Answer {
    if (this.network.state === 'searching') return refused('NETWORK_BUSY')
    if (this.#unit.wire.hasRadioNetwork && !plantCode) return refused('INVALID_BODY')
    this.network = { state: 'searching', plantCode, found: 0, expected: this.#reachable.length }
    this.#onFound([])
    this.#step()
    return done
  }

  #step(): void {
    this.#unit.wheel.after((stepS * 1000) / this.#unit.speed, () => {
      if (this.network.state !== 'searching') return
      const before = this.network.found
      const found = Math.min(before + this.#unit.wire.lampsPerSearchStep, this.#reachable.length)
      const isComplete = found === this.#reachable.length
      this.network = { ...this.network, found, state: isComplete ? 'complete' : 'searching' }
      this.#onFound(this.#reachable.slice(before, found))
      if (!isComplete) this.#step()
    })
  }
}
