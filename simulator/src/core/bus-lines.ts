import type { LineScan } from '@vigilux/contract/features/central-units/bus-line.ts'
import { addrOfGear, gearAt, gearsPerLine } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'

/** Unit seconds between two steps of a scan, and short addresses asked in each. */
const stepS = 2
const addressesPerStep = 16

/** Scans of a unit's lines, and commissioning of their gears. An attached lamp without a place has no short address. */
export class BusLines {
  readonly #unit: UnitContext
  readonly #scans = new Map<number, LineScan>()

  constructor(unit: UnitContext) {
    this.#unit = unit
  }

  /** Last scan of each line. */
  get scans(): LineScan[] {
    return [...this.#scans.values()].toSorted((a, b) => a.line - b.line)
  }

  scan(lines: readonly number[]): Answer {
    if (lines.some((line) => this.#isRunning(line))) return refused('NETWORK_BUSY')
    for (const line of lines) {
      this.#begin(line, 'scan')
      this.#ask(line, addressesPerStep)
    }
    return done
  }

  commission(line: number, duplicates: readonly number[]): Answer {
    if (this.#isRunning(line)) return refused('NETWORK_BUSY')
    this.#begin(line, 'commissioning')
    this.#unit.pace.after(stepS * 1000, () => this.#assign(line, duplicates))
    return done
  }

  forget(): void {
    this.#scans.clear()
  }

  #isRunning(line: number): boolean {
    return this.#scans.get(line)?.state === 'running'
  }

  #begin(line: number, kind: LineScan['kind']): void {
    this.#scans.set(line, {
      line,
      kind,
      state: 'running',
      reason: null,
      startedAt: this.#unit.clock.reportedTime(),
      endedAt: null,
      asked: 0,
      gears: [],
      unaddressed: null,
      commissioned: 0,
    })
    this.#unit.shadowChanged()
  }

  #change(line: number, change: Partial<LineScan>): void {
    const scan = this.#scans.get(line)
    if (!scan) return
    this.#scans.set(line, { ...scan, ...change })
    this.#unit.shadowChanged()
  }

  #ask(line: number, asked: number): void {
    this.#unit.pace.after(stepS * 1000, () => {
      if (!this.#isRunning(line)) return
      this.#change(line, { asked, gears: this.#gearsOf(line).filter(({ address }) => address < asked) })
      if (asked < gearsPerLine) this.#ask(line, asked + addressesPerStep)
      else this.#end(line, { unaddressed: Math.min(gearsPerLine, this.#unit.list.unlisted.length) })
    })
  }

  #gearsOf(line: number): LineScan['gears'] {
    return this.#unit.list.known.flatMap(({ addr, serial, faults }) => {
      const place = gearAt(addr)
      if (place.line !== line) return []
      const isDuplicate = faults.includes('duplicate_id')
      const state = isDuplicate ? 'duplicate' : faults.includes('communication') ? 'missing' : 'known'
      return [{ address: place.shortAddress, serial: isDuplicate ? null : serial, state }]
    })
  }

  #assign(line: number, duplicates: readonly number[]): void {
    if (!this.#isRunning(line)) return
    const { list } = this.#unit
    for (const duplicate of duplicates) {
      const lamp = list.at(addrOfGear(line, duplicate))
      if (lamp) lamp.faults = lamp.faults.filter((fault) => fault !== 'duplicate_id')
    }
    const places = Array.from({ length: gearsPerLine }, (_, gear) => addrOfGear(line, gear))
    const free = places.filter((addr) => !list.at(addr))
    const lamps = list.unlisted.slice(0, free.length)
    for (const [at, lamp] of lamps.entries()) list.place(lamp, free[at] ?? 0)
    list.isChanged = true
    const left = list.unlisted.length
    this.#unit.detailChanged(list.known.filter(({ addr }) => gearAt(addr).line === line))
    this.#end(line, {
      commissioned: lamps.length + duplicates.length,
      gears: this.#gearsOf(line),
      unaddressed: Math.min(gearsPerLine, left),
      ...(left > 0 && { state: 'failed', reason: 'lineFull' }),
    })
  }

  #end(line: number, change: Partial<LineScan>): void {
    this.#change(line, { state: 'ended', asked: gearsPerLine, endedAt: this.#unit.clock.reportedTime(), ...change })
  }
}
