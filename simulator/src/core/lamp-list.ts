import type { VirtualLamp } from './lamp.ts'

/** What a unit keeps of its lamps where somebody has changed them; the seed makes the others anew. */
export type SavedLamps = { listed: VirtualLamp[]; attached: VirtualLamp[] }

/** The lamps that hang on the unit's line, and the list in which the unit has given them places. Places may be free. */
export class LampList {
  /** Every lamp that would answer a search. */
  readonly attached: VirtualLamp[]
  /** Whether the seed alone would no longer make these lamps. */
  isChanged = false
  readonly #places = new Map<number, VirtualLamp>()
  #known: readonly VirtualLamp[] | null = null

  constructor(attached: VirtualLamp[], kept?: SavedLamps) {
    this.attached = kept?.attached ?? attached
    if (!kept) return
    this.isChanged = true
    // A test, an emergency and an inhibition end with the power of the unit.
    for (const lamp of [...kept.attached, ...kept.listed])
      Object.assign(lamp, { activity: 'normal', standsAt: undefined })
    const bySerial = new Map(this.attached.map((lamp) => [lamp.serial, lamp]))
    for (const lamp of kept.listed) this.#places.set(lamp.addr, bySerial.get(lamp.serial) ?? lamp)
  }

  /** Lamps in the list, by place. */
  get known(): readonly VirtualLamp[] {
    this.#known ??= [...this.#places.values()].toSorted((a, b) => a.addr - b.addr)
    return this.#known
  }
  get lastPlace(): number {
    return this.known.at(-1)?.addr ?? 0
  }
  /** Lamps that answer and have no place. */
  get unlisted(): VirtualLamp[] {
    return this.attached.filter(({ addr }) => addr === 0)
  }
  get kept(): SavedLamps | undefined {
    return this.isChanged ? { listed: [...this.known], attached: this.attached } : undefined
  }

  at(addr: number): VirtualLamp | undefined {
    return this.#places.get(addr)
  }

  has(lamp: VirtualLamp): boolean {
    return this.#places.get(lamp.addr) === lamp
  }

  /** The lamp of that serial, in the list or only attached. */
  ofSerial(serial: string): VirtualLamp | undefined {
    return this.known.find((lamp) => lamp.serial === serial) ?? this.attached.find((lamp) => lamp.serial === serial)
  }

  /** Gives a lamp a place; whichever had it has none any more. */
  place(lamp: VirtualLamp, addr: number): void {
    this.remove(addr)
    lamp.addr = addr
    this.#places.set(addr, lamp)
    this.#known = null
  }

  remove(addr: number): void {
    const lamp = this.#places.get(addr)
    if (!lamp) return
    lamp.addr = 0
    this.#places.delete(addr)
    this.#known = null
  }

  clear(): void {
    for (const lamp of this.#places.values()) Object.assign(lamp, { addr: 0, name: null })
    this.#places.clear()
    this.#known = null
  }

  /** The new lamp hangs where the old one hung. */
  exchange(old: VirtualLamp, fresh: VirtualLamp): void {
    const { addr } = old
    const at = this.attached.indexOf(old)
    const unlisted = this.attached.findIndex(({ serial }) => serial === fresh.serial)
    if (unlisted >= 0) this.attached.splice(unlisted, 1, fresh)
    if (at >= 0 && unlisted >= 0) this.attached.splice(this.attached.indexOf(old), 1)
    else if (at >= 0) this.attached[at] = fresh
    else if (unlisted < 0) this.attached.push(fresh)
    this.place(fresh, addr)
  }
}
