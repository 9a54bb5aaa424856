import type { GearPlace } from '../emergency-test/test-runner.ts'
import type { BusLine } from '../line/bus-line.ts'
import { Gear } from '../line/gear.ts'
import type { StoredGear } from './bridge-state.ts'
import { addrOf, placeAt } from './gear-list.ts'
import type { LampView } from './lamp-report.ts'

/** Which gear of which line is which lamp. */
export class LampRegister {
  readonly #lines: readonly BusLine[]
  readonly #stored: () => readonly StoredGear[]
  #byAddr = new Map<number, StoredGear>()

  constructor(lines: readonly BusLine[], stored: () => readonly StoredGear[]) {
    this.#lines = lines
    this.#stored = stored
  }

  /** Gives each line its gear. Gear already there keeps its readings. */
  load(): void {
    this.#byAddr = new Map(this.#stored().map((gear) => [addrOf(gear), gear]))
    for (const line of this.#lines) {
      const own = this.#stored().filter((gear) => gear.line === line.number + 1)
      const before = new Map(line.gears)
      line.gears.clear()
      for (const stored of own) {
        this.#place(line, before, stored.short, stored)
        if (stored.pairedWith !== null) this.#place(line, before, stored.pairedWith, null)
      }
    }
  }

  get views(): LampView[] {
    return this.#stored().flatMap((stored) => this.#viewOf(stored) ?? [])
  }

  viewAt(addr: number): LampView | null {
    const stored = this.#byAddr.get(addr)
    return stored ? this.#viewOf(stored) : null
  }

  /** Emergency gear at an address of the unit. */
  placeOf(addr: number): GearPlace | null {
    const view = this.viewAt(addr)
    const line = view && this.#lines[view.stored.line - 1]
    return view?.gear.isEmergency && line ? { addr, serial: view.stored.serial, line, gear: view.gear } : null
  }

  placeOfGear(line: BusLine, gear: Gear): GearPlace | null {
    return this.placeOf(addrOf({ line: line.number + 1, short: gear.short }))
  }

  /** Emergency gear of the unit. */
  get emergencyPlaces(): GearPlace[] {
    return [...this.#byAddr.keys()].flatMap((addr) => this.placeOf(addr) ?? [])
  }

  /** All lamps with their line. */
  get places(): GearPlace[] {
    return this.views.flatMap(({ stored, gear }) => {
      const line = this.#lines[stored.line - 1]
      return line ? { addr: addrOf(stored), serial: stored.serial, line, gear } : []
    })
  }

  /** Address of the lamp to which a gear belongs; null if it is not in the list. */
  addrOf(line: BusLine, { short }: Gear): number | null {
    const stored = this.#stored().find(
      (gear) => gear.line === line.number + 1 && (gear.short === short || gear.pairedWith === short),
    )
    return stored ? addrOf(stored) : null
  }

  lineAt(addr: number): BusLine | null {
    return this.#lines[placeAt(addr).line - 1] ?? null
  }

  #viewOf(stored: StoredGear): LampView | null {
    const line = this.#lines[stored.line - 1]
    const gear = line?.gears.get(stored.short)
    if (!line || !gear) return null
    const partner = stored.pairedWith === null ? null : (line.gears.get(stored.pairedWith) ?? null)
    return { stored, gear, isLineUp: line.isPowered === true, partner }
  }

  #place(line: BusLine, before: ReadonlyMap<number, Gear>, short: number, stored: StoredGear | null): void {
    const known = before.get(short)
    const identity = stored?.identity ?? { ...unknownDriver }
    const isSame = known !== undefined && JSON.stringify(known.identity) === JSON.stringify(identity)
    line.gears.set(short, isSame ? known : new Gear(short, identity))
  }
}

/** Mains driver of a pair: its lamp has the numbers. */
const unknownDriver = {
  gtin: null,
  identification: null,
  firmware: null,
  edition: null,
  types: [],
  randomAddress: null,
}
