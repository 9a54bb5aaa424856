import type {
  OutwardFailure,
  OutwardReport,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { Clock, Timer } from '../clock.ts'
import type { Outlet, OutletPlan, OutletStatus } from './outlet.ts'
import { listenFailureOf } from './outlet-failure.ts'

const retryMs = 10_000

export type ManagedOutletOptions = {
  plan: OutletPlan
  clock: Clock
  print(event: string, details?: object): void
  /** The platform shows another state. */
  onStatus(): void
}

/** An interface, opened and closed by its switch, and retried after a failed opening. */
export class ManagedOutlet {
  readonly #options: ManagedOutletOptions
  /** Null until the platform has said whether it is switched on. */
  #isOn: boolean | null = null
  #outlet: Outlet | null = null
  #cleanUp: Outlet | null = null
  #failure: OutwardFailure | null = null
  #printedWhy = ''
  #retry: Timer | null = null
  /** Opening and closing, one after the other. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: ManagedOutletOptions) {
    this.#options = options
  }

  setOn(isOn: boolean): void {
    if (this.#isOn === isOn) return
    this.#isOn = isOn
    this.#work = this.#work.then(() => this.#follow())
  }

  changed(): void {
    this.#outlet?.changed?.()
  }

  report(): OutwardReport {
    return this.#options.plan.report(this.#status, this.#outlet)
  }

  async close(isFinal: boolean): Promise<void> {
    this.#isOn = null
    this.#work = this.#work.then(() => this.#close(isFinal))
    await this.#work
  }

  get #status(): OutletStatus {
    if (this.#isOn === false) return { state: 'off', failure: null }
    if (this.#failure) return { state: 'failed', failure: this.#failure }
    if (!this.#outlet) return { state: 'connecting', failure: null }
    return this.#outlet.status ?? { state: 'open', failure: null }
  }

  async #follow(): Promise<void> {
    this.#retry?.cancel()
    if (this.#isOn && !this.#outlet) await this.#open()
    if (this.#isOn === false) {
      if (this.#outlet) this.#options.print('interface off', { name: this.#options.plan.name })
      await this.#close(true)
      this.#cleanUp = this.#options.plan.cleanUp?.() ?? null
    }
    this.#options.onStatus()
  }

  async #open(): Promise<void> {
    const { plan, clock, print, onStatus } = this.#options
    await this.#cleanUp?.close(false)
    this.#cleanUp = null
    try {
      this.#outlet = await plan.open(onStatus)
      this.#failure = null
      this.#printedWhy = ''
      // A broker is connected later, which the publisher prints.
      if (!this.#outlet.status) print('interface open', { name: plan.name, address: this.#outlet.address })
    } catch (error) {
      this.#failure = listenFailureOf(error)
      const why = error instanceof Error ? error.message : String(error)
      if (why !== this.#printedWhy) print('interface failed', { name: plan.name, why })
      this.#printedWhy = why
      this.#retry = clock.after(retryMs, () => {
        this.#work = this.#work.then(() => this.#follow())
      })
    }
  }

  async #close(isFinal: boolean): Promise<void> {
    this.#retry?.cancel()
    const closed = [this.#outlet?.close(isFinal), this.#cleanUp?.close(false)]
    this.#outlet = null
    this.#cleanUp = null
    this.#failure = null
    await Promise.all(closed)
  }
}
