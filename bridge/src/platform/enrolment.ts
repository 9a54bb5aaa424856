import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { Clock, Timer } from '../clock.ts'
import { type CommandEnd, done, refused } from './command-desk.ts'

export type EnrolmentState = 'factory' | 'asking' | 'enrolled'

type Window = { endsAt: number; timer: Timer; finish(end: CommandEnd): void }

/** Enrolment by two keys on the panel, within the platform's window. */
export class Enrolment {
  readonly #clock: Clock
  readonly #keys: readonly UnitKey[]
  readonly #onEnrolled: () => void
  #isEnrolled: boolean
  #window: Window | null = null

  constructor(clock: Clock, keys: readonly UnitKey[], isEnrolled: boolean, onEnrolled: () => void) {
    this.#clock = clock
    this.#keys = keys
    this.#isEnrolled = isEnrolled
    this.#onEnrolled = onEnrolled
  }

  get state(): EnrolmentState {
    if (this.#window) return 'asking'
    return this.#isEnrolled ? 'enrolled' : 'factory'
  }
  get isEnrolled(): boolean {
    return this.#isEnrolled
  }
  /** Seconds for which the keys are still asked for. */
  get secondsLeft(): number {
    return this.#window ? Math.max(0, Math.ceil((this.#window.endsAt - this.#clock.now()) / 1000)) : 0
  }

  ask(windowS: number): Promise<CommandEnd> {
    this.#close(refused('KEYS_NOT_PRESSED'))
    return new Promise((finish) => {
      const timer = this.#clock.after(windowS * 1000, () => this.#close(refused('KEYS_NOT_PRESSED')))
      this.#window = { endsAt: this.#clock.now() + windowS * 1000, timer, finish }
    })
  }

  /** Keys pressed together. An enrolled bridge asks for them all the same, and refuses their press. */
  press(keys: readonly UnitKey[]): void {
    if (!this.#window || !this.#keys.every((key) => keys.includes(key)) || keys.length !== this.#keys.length) return
    if (this.#isEnrolled) {
      this.#close(refused('ALREADY_ENROLLED'))
      return
    }
    this.#isEnrolled = true
    this.#onEnrolled()
    this.#close(done)
  }

  reset(): void {
    this.#isEnrolled = false
    this.#close(refused('KEYS_NOT_PRESSED'))
  }

  #close(end: CommandEnd): void {
    const window = this.#window
    this.#window = null
    window?.timer.cancel()
    window?.finish(end)
  }
}
