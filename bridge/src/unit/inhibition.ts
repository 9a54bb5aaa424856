import { emergencyCommand } from '../bus/opcodes.ts'
import { orderEmergency } from '../bus/transaction.ts'
import type { Clock, Timer } from '../clock.ts'
import type { BusLine } from '../line/bus-line.ts'

/** Gear forgets an inhibition after 15 minutes, also if the bridge is gone. */
const renewEveryMs = 10 * 60_000

export type InhibitionEnd = 'time' | 'command' | 'restart' | 'switch'

export type InhibitionOptions = {
  lines: readonly BusLine[]
  clock: Clock
  /** Time by the clock of the unit. */
  now(): number
  /** Stores and records the begin, or another end. */
  onBegin(until: number): void
  onEnd(reason: InhibitionEnd): void
}

/** Keeps emergency gear inhibited by renewing its timed inhibition. */
export class Inhibition {
  readonly #options: InhibitionOptions
  #until: number | null = null
  #timers: Timer[] = []

  constructor(options: InhibitionOptions) {
    this.#options = options
  }

  /** End by the clock of the unit; null without an inhibition. */
  get until(): number | null {
    return this.#until
  }

  /** Returns false if no line could be inhibited. */
  async begin(forS: number): Promise<boolean> {
    if (!(await this.#send(emergencyCommand.inhibit))) return false
    this.#cancel()
    const { clock, now, onBegin } = this.#options
    this.#until = now() + forS * 1000
    this.#timers = [clock.after(forS * 1000, () => void this.end('time')), this.#armRenewal()]
    onBegin(this.#until)
    return true
  }

  async end(reason: InhibitionEnd): Promise<void> {
    if (this.#until === null) return
    this.forget()
    this.#options.onEnd(reason)
    await this.#send(emergencyCommand.relight)
  }

  /** An inhibition from before a restart is over. */
  async endEarlier(): Promise<void> {
    this.#options.onEnd('restart')
    await this.#send(emergencyCommand.relight)
  }

  forget(): void {
    this.#cancel()
    this.#until = null
  }

  #armRenewal(): Timer {
    return this.#options.clock.after(renewEveryMs, () => {
      void this.#send(emergencyCommand.inhibit)
      this.#timers.push(this.#armRenewal())
    })
  }

  #cancel(): void {
    for (const timer of this.#timers.splice(0)) timer.cancel()
  }

  /** Sends to all gear of all lines. */
  async #send(code: number): Promise<boolean> {
    const lines = this.#options.lines.filter(({ gears }) => gears.size > 0)
    const outcomes = await Promise.all(lines.map((line) => line.run(orderEmergency('all', code), 2)))
    for (const line of lines) line.touch('all', 'visit')
    return outcomes.some(({ isDone }) => isDone)
  }
}
