import type { LineScan } from '@vigilux/contract/features/central-units/bus-line.ts'
import type { BusLine } from '../line/bus-line.ts'
import { commission, countUnaddressed } from '../line/commissioning.ts'
import { addressesPerLine, type Found, hasUnaddressed, scanLine } from '../line/scan.ts'
import type { OpenScan, StoredGear } from './bridge-state.ts'
import { mergeScan } from './gear-list.ts'

export type LineScansOptions = {
  lines: readonly BusLine[]
  gears(): readonly StoredGear[]
  save(gears: readonly StoredGear[], line: BusLine): void
  /** Scans left by a killed process. */
  open(): readonly OpenScan[]
  saveOpen(scans: readonly OpenScan[]): void
  reportedTime(): string
  /** The progress has changed. */
  onProgress(): void
}

type Reason = NonNullable<LineScan['reason']>

/** Scans and commissions lines, one job per line, and shows how far each is. */
export class LineScans {
  readonly #options: LineScansOptions
  readonly #scans = new Map<number, LineScan>()

  constructor(options: LineScansOptions) {
    this.#options = options
  }

  /** Last scan of each line, in the order of the lines. */
  get all(): LineScan[] {
    return [...this.#scans.values()].toSorted((one, other) => one.line - other.line)
  }

  isBusy(line: BusLine): boolean {
    return this.#scans.get(line.number + 1)?.state === 'running'
  }

  /** Scans the lines again whose scan or commissioning was cut off by the end of the process. */
  resume(): void {
    for (const { line: number, fromNothing } of this.#options.open()) {
      const line = this.#options.lines.find((one) => one.number + 1 === number)
      if (line) void this.scan(line, fromNothing)
    }
  }

  /** Queries each address of the line. `fromNothing` also removes silent gear. */
  async scan(line: BusLine, fromNothing = false): Promise<void> {
    if (!this.#begin(line, 'scan', fromNothing)) return
    await line.reserve(async () => {
      const isComplete = await this.#read(line, fromNothing)
      if (isComplete) await this.#count(line)
      this.#end(line, isComplete ? null : this.#lossOf(line))
    })
  }

  /** Gives addresses to gear without one, and to gear sharing one of `duplicates`. */
  async commission(line: BusLine, duplicates: readonly number[]): Promise<void> {
    if (!this.#begin(line, 'commissioning', false)) return
    await line.reserve(async () => {
      const found = await this.#ask(line)
      if (!found) return this.#end(line, this.#lossOf(line))
      const free = found.flatMap(({ short, kind }) => (kind === 'nobody' ? short : []))
      const stored = new Set(this.#options.gears().flatMap((gear) => (gear.line === line.number + 1 ? gear.short : [])))
      // Addresses of gear silent now stay its own while others are free.
      const order = [...free.filter((short) => !stored.has(short)), ...free.filter((short) => stored.has(short))]
      let commissioned = 0
      const onAssigned = () => this.#change(line, { commissioned: ++commissioned })
      const end = await commission({ run: line.run, clock: line.clock, free: order, duplicates, onAssigned })
      this.#change(line, { unaddressed: end.unaddressed })
      const isRead = await this.#read(line, false)
      const reason = end.kind === 'failed' && end.why !== 'lost' ? end.why : null
      const isLost = !isRead || (end.kind === 'failed' && end.why === 'lost')
      this.#end(line, isLost ? this.#lossOf(line) : reason)
    })
  }

  #begin(line: BusLine, kind: LineScan['kind'], fromNothing: boolean): boolean {
    if (this.isBusy(line)) return false
    const [number, startedAt] = [line.number + 1, this.#options.reportedTime()]
    this.#options.saveOpen([...this.#othersOpen(number), { line: number, fromNothing }])
    const counts = { asked: 0, gears: [], unaddressed: null, commissioned: 0 }
    this.#scans.set(number, { line: number, kind, state: 'running', reason: null, startedAt, endedAt: null, ...counts })
    this.#options.onProgress()
    return true
  }

  #change(line: BusLine, changes: Partial<LineScan>): void {
    const scan = this.#scans.get(line.number + 1)
    if (scan) this.#scans.set(scan.line, { ...scan, ...changes })
    this.#options.onProgress()
  }

  #end(line: BusLine, reason: Reason | null): void {
    const endedAt = this.#options.reportedTime()
    this.#options.saveOpen(this.#othersOpen(line.number + 1))
    this.#change(line, { state: reason ? 'failed' : 'ended', reason, endedAt })
  }

  #othersOpen(line: number): OpenScan[] {
    return this.#options.open().filter((scan) => scan.line !== line)
  }

  /** Reads all addresses; null if the bus was lost meanwhile. */
  async #ask(line: BusLine): Promise<Found[] | null> {
    const found: Found[] = []
    await scanLine(line.run, (one) => {
      found.push(one)
      this.#change(line, { asked: found.length })
      return one.kind !== 'unknown' || (line.isPowered === true && !line.isSilent)
    })
    return found.length === addressesPerLine ? found : null
  }

  async #read(line: BusLine, fromNothing: boolean): Promise<boolean> {
    const found = await this.#ask(line)
    if (!found) return false
    const { gears, scanned } = mergeScan(this.#options.gears(), line.number + 1, found, fromNothing)
    this.#change(line, { gears: scanned })
    this.#options.save(gears, line)
    return line.readUnread()
  }

  async #count(line: BusLine): Promise<void> {
    const has = await hasUnaddressed(line.run)
    if (has === 'no') this.#change(line, { unaddressed: 0 })
    if (has === 'yes') this.#change(line, { unaddressed: await countUnaddressed(line.run, line.clock) })
  }

  #lossOf(line: BusLine): Reason {
    if (line.isSilent) return 'otherController'
    return line.isPowered === null ? 'gatewayLost' : 'noBusPower'
  }
}
