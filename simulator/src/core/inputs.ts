import type { UnitContext } from './unit-context.ts'

/** Inputs on a unit's terminals, for wired switches and sensors. */
export class Inputs {
  readonly #unit: UnitContext
  readonly #changed: (input: number) => void
  readonly #on: Set<number>

  constructor(unit: UnitContext, changed: (input: number) => void, saved: readonly number[] = []) {
    this.#unit = unit
    this.#changed = changed
    this.#on = new Set(saved)
  }

  /** Number of inputs whose changes are reported; none if the lamps have no levels. */
  get count(): number {
    const { facts, hardware } = this.#unit.wire
    return facts.commands.includes('setLevels') ? hardware.inputs : 0
  }
  get on(): readonly number[] {
    return [...this.#on]
  }

  isOn(input: number): boolean {
    return this.#on.has(input)
  }

  /** Switches an input, counted from 1. False if the unit lacks it. */
  set(input: number, isOn: boolean): boolean {
    if (input < 1 || input > this.count) return false
    if (this.#on.has(input) === isOn) return true
    if (isOn) this.#on.add(input)
    else this.#on.delete(input)
    this.#unit.record({ kind: 'inputChanged', input, isOn })
    this.#unit.shadowChanged()
    this.#changed(input)
    return true
  }
}
