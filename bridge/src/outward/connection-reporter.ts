import { ApiFailure } from '@vigilux/client'
import type { ActionInput } from '@vigilux/contract/actions.ts'
import { type OutwardKind, outwardReportS } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { Clock, Timer } from '../clock.ts'
import type { Client } from './read-plant.ts'

/** Below the longest pause of the contract: a slow call must not be late. */
const reportMs = outwardReportS * 1_000 - 2_000
/** Changes within this time are reported together. */
const gatherMs = 500
const answerMs = 10_000

export type ConnectionReporterOptions = {
  client: Client
  clock: Clock
  read(): ActionInput<'reportOutwardConnections'>
  /** The interfaces switched off by the administrator. */
  onAnswer(off: readonly OutwardKind[]): void
  print(event: string, details?: object): void
}

/** Reports the interfaces to the platform, on each change and at regular times, and learns which are switched off. */
export class ConnectionReporter {
  readonly #options: ConnectionReporterOptions
  #isStarted = false
  #isEnded = false
  #isReporting = false
  #mustReportAgain = false
  #lastTrouble = ''
  #next: Timer | null = null

  constructor(options: ConnectionReporterOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#report()
  }

  stop(): void {
    this.#isEnded = true
    this.#next?.cancel()
  }

  /** Something changed here or at the platform. */
  reportSoon(): void {
    if (this.#isReporting) this.#mustReportAgain = true
    else if (this.#isStarted) this.#schedule(gatherMs)
  }

  #schedule(ms: number): void {
    this.#next?.cancel()
    if (!this.#isEnded) this.#next = this.#options.clock.after(ms, () => void this.#report())
  }

  async #report(): Promise<void> {
    if (this.#isEnded || this.#isReporting) return
    const { client, read, onAnswer, print } = this.#options
    this.#isReporting = true
    this.#mustReportAgain = false
    try {
      const signal = AbortSignal.timeout(answerMs)
      const { off } = await client.call('reportOutwardConnections', read(), { signal })
      if (!this.#isEnded) onAnswer(off)
      this.#lastTrouble = ''
    } catch (error) {
      const why = error instanceof ApiFailure ? error.code : String(error)
      if (why !== this.#lastTrouble) print('report of the interfaces failed', { why })
      this.#lastTrouble = why
    } finally {
      this.#isReporting = false
      this.#schedule(this.#mustReportAgain ? gatherMs : reportMs)
    }
  }
}
