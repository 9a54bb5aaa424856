import type { VirtualLamp } from './lamp.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { UnitNetwork } from './unit-wire.ts'

/** Unit seconds between two steps of a search. */
const stepS = 4

/** Finds the lamps on a unit's line in steps, and gives them addresses. */
export class NetworkSearch {
  readonly #unit: UnitContext
  #state: UnitNetwork['state'] = 'none'
  #plantCode: number | null = null
  #expected = 0
  /** Lamps to find next, in order. */
  #waiting: VirtualLamp[] = []

  constructor(unit: UnitContext) {
    this.#unit = unit
  }

  get network(): UnitNetwork {
    const found = this.#unit.list.known.length + this.#beyondList
    const expected = this.#state === 'searching' ? this.#expected : found
    return {
      state: this.#state,
      plantCode: this.#plantCode,
      found,
      expected: this.#state === 'none' ? null : expected,
    }
  }

  /** Answering lamps without room in the list. */
  get #beyondList(): number {
    const { wire, list } = this.#unit
    return this.#state === 'complete' && list.known.length >= wire.facts.maxLamps ? list.unlisted.length : 0
  }

  /** Sets the state after a search of long ago. */
  setComplete(plantCode: number | null): void {
    this.#state = 'complete'
    this.#plantCode = plantCode
  }

  /** Completes the network, because addresses were written by hand. */
  settle(): void {
    if (this.#state === 'none') this.#state = 'complete'
  }

  forget(): void {
    this.#state = 'none'
    this.#plantCode = null
    this.#waiting = []
    this.#unit.list.clear()
  }

  /** Starts again and clears the list. */
  start(plantCode: number | null): Answer {
    const { wire, list } = this.#unit
    if (this.#state === 'searching') return refused('NETWORK_BUSY')
    if (wire.facts.hasRadioNetwork && !plantCode) return refused('INVALID_BODY')
    list.clear()
    this.#plantCode = plantCode
    this.#search(list.attached.slice(0, wire.facts.maxLamps))
    this.#unit.listChanged()
    return done
  }

  /** Gives unlisted lamps addresses after the last one. */
  append(): Answer {
    if (this.#state === 'searching') return refused('NETWORK_BUSY')
    const { wire, list } = this.#unit
    list.isChanged = true
    this.#search(list.unlisted.slice(0, wire.facts.maxLamps - list.lastPlace))
    this.#unit.shadowChanged()
    return done
  }

  #search(lamps: VirtualLamp[]): void {
    this.#state = 'searching'
    this.#waiting = lamps
    this.#expected = this.#unit.list.known.length + lamps.length
    this.#unit.changed([])
    this.#step()
  }

  #step(): void {
    this.#unit.pace.after(stepS * 1000, () => {
      if (this.#state !== 'searching') return
      const { list, wire } = this.#unit
      const found = this.#waiting.splice(0, wire.lampsPerSearchStep)
      let place = list.lastPlace
      for (const lamp of found) if (lamp.addr === 0) list.place(lamp, ++place)
      this.#unit.detailChanged(found)
      if (this.#waiting.length > 0) this.#step()
      else {
        this.#state = 'complete'
        this.#unit.shadowChanged()
      }
    })
  }
}
