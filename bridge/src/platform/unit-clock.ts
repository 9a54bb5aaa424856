/** Clock of the unit: the machine's, until the platform sets it. Timers run by the machine regardless. */
export class UnitClock {
  aheadMs: number
  readonly #machineNow: () => number

  constructor(aheadMs: number, machineNow: () => number = Date.now) {
    this.aheadMs = aheadMs
    this.#machineNow = machineNow
  }

  now = (): number => this.#machineNow() + this.aheadMs

  set(now: number): void {
    this.aheadMs = now - this.#machineNow()
  }

  reportedTime = (): string => new Date(this.now()).toISOString()
}
