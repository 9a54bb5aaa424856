import type { VirtualLamp } from './lamp.ts'

/** Changed lamps of a unit; the seed creates the others again. */
export type SavedLamps = { listed: VirtualLamp[]; attached: VirtualLamp[] }

/** Lamps on the unit's line, and the list with their addresses. Addresses may be free. */
export class LampList {
  /** Every lamp with an answer to a search. */
  readonly attached: VirtualLamp[]
  /** Whether the lamps differ from those of the seed. */
  isChanged = false
  readonly #places = new Map<number, VirtualLamp>()
  #known: readonly VirtualLamp[] | null = null

  constructor(attached: VirtualLamp[], saved?: SavedLamps) {
    this.attached = saved?.attached ?? attached
    if (!saved) return
    this.isChanged = true
    // A power loss of the unit ends tests, emergencies and inhibitions.
    for (const lamp of [...saved.attached, ...saved.listed])
      Object.assign(lamp, { activity: 'normal', standsAt: undefined })
    const bySerial = new Map(this.attached.map((lamp) => [lamp.serial, lamp]))
    for (const lamp of saved.listed) this.#places.set(lamp.addr, bySerial.get(lamp.serial) ?? lamp)
  }

  /** Listed lamps, by address. */
  get known(): readonly VirtualLamp[] {
    this.#known ??= [...this.#places.values()].toSorted((a, b) => a.addr - b.addr)
    return this.#known
  }
  get lastPlace(): number {
    return this.known.at(-1)?.addr ?? 0
  }
  /** Answering lamps outside the list. */
  get unlisted(): VirtualLamp[] {
    return this.attached.filter(({ addr }) => addr === 0)
  }
  get saved(): SavedLamps | undefined {
    return this.isChanged ? { listed: [...this.known], attached: this.attached } : undefined
  }

  at(addr: number): VirtualLamp | undefined {
    return this.#places.get(addr)
  }

  has(lamp: VirtualLamp): boolean {
    return this.#places.get(lamp.addr) === lamp
  }

  /** Listed or attached lamp with this serial. */
  ofSerial(serial: string): VirtualLamp | undefined {
    return this.known.find((lamp) => lamp.serial === serial) ?? this.attached.find((lamp) => lamp.serial === serial)
  }

  /** Gives a lamp an address; its former lamp is removed from the list. */
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

  /** Puts the new lamp in the place of the old one. */
  exchange(oldLamp: VirtualLamp, newLamp: VirtualLamp): void {
    const { addr } = oldLamp
    const at = this.attached.indexOf(oldLamp)
    const unlistedIndex = this.attached.findIndex(({ serial }) => serial === newLamp.serial)
    if (unlistedIndex >= 0) this.attached.splice(unlistedIndex, 1, newLamp)
    if (at >= 0 && unlistedIndex >= 0) this.attached.splice(this.attached.indexOf(oldLamp), 1)
    else if (at >= 0) this.attached[at] = newLamp
    else if (unlistedIndex < 0) this.attached.push(newLamp)
    this.place(newLamp, addr)
  }
}
