import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { FaultName } from './fault-script.ts'
import { type Answer, refused } from './unit-context.ts'
import type { Appointment, Wheel } from './wheel.ts'

export type EnrolmentState = 'factory' | 'waiting' | 'enrolled' | 'boundElsewhere'

const refusalOfFault: Partial<Record<FaultName, string>> = {
  'enrolment-not-enabled': 'ENROLMENT_NOT_ENABLED',
  'enrolment-error': 'INTERNAL',
}

/** Enrolment state of the unit, and the window in which its keys must be pressed. */
export class Enrolment {
  state: EnrolmentState
  windowEndsAt = 0
  readonly #wheel: Wheel
  readonly #keys: readonly UnitKey[]
  #finish: ((answer: Answer) => void) | null = null
  #window: Appointment | null = null
  #hasPlant = false

  constructor(wheel: Wheel, keys: readonly UnitKey[], state: EnrolmentState) {
    this.#wheel = wheel
    this.#keys = keys
    this.state = state
  }

  /** Whether the key window is open. */
  get isAsking(): boolean {
    return this.#window !== null
  }

  /**
   * Opens the window; `finish` is called at its end, with or without the keys. A unit with a plant reveals this only to
   * the person who presses the keys.
   */
  request(windowS: number, fault: FaultName | null, finish: (answer: Answer) => void): Answer {
    const refusal = fault ? refusalOfFault[fault] : undefined
    if (refusal) return refused(refusal)
    this.#end(refused('KEYS_NOT_PRESSED'))
    this.#hasPlant = this.state !== 'factory' || fault === 'already-enrolled'
    if (!this.#hasPlant) this.state = 'waiting'
    this.windowEndsAt = Date.now() + windowS * 1000
    this.#finish = finish
    this.#window = this.#wheel.after(windowS * 1000, () => this.#end(refused('KEYS_NOT_PRESSED')))
    return { state: 'later' }
  }

  /** True if these keys, pressed together, enrolled the unit. */
  press(keys: ReadonlySet<UnitKey>): boolean {
    const isPair = keys.size === this.#keys.length && this.#keys.every((key) => keys.has(key))
    if (!this.isAsking || !isPair) return false
    if (this.#hasPlant) {
      this.#end(refused('ALREADY_ENROLLED'))
      return false
    }
    this.state = 'enrolled'
    this.#end({ state: 'done' })
    return true
  }

  reset(): void {
    this.#end(refused('KEYS_NOT_PRESSED'))
    this.state = 'factory'
  }

  #end(answer: Answer): void {
    this.#window?.cancel()
    this.#window = null
    if (this.state === 'waiting') this.state = 'factory'
    const finish = this.#finish
    this.#finish = null
    finish?.(answer)
  }
}
