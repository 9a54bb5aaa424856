import { randomUUID } from 'node:crypto'
import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { Clock, Timer } from '../clock.ts'
import type { TestKind } from '../emergency-test/gear-test.ts'
import type { TestRunner } from '../emergency-test/test-runner.ts'
import type { Journal } from '../platform/journal.ts'
import type { UnitClock } from '../platform/unit-clock.ts'
import type { BridgeState, TestPlan } from './bridge-state.ts'
import type { LampRegister } from './lamp-register.ts'
import type { RecordBook } from './record-book.ts'
import { planAfter, planWithDate, planWithPeriod } from './test-plan.ts'

const kinds = ['functional', 'autonomy'] as const
/** Delay before a blocked test is tried again. */
const retryMs = 60_000
/** Timers hold no more than this. */
const longestMs = 2 ** 31 - 1

/** Parts of the unit for automatic tests. */
export type TestedUnit = {
  readonly clock: Clock
  readonly time: UnitClock
  readonly journal: Journal<BridgeState>
  readonly records: RecordBook
  readonly tests: TestRunner
  readonly lamps: LampRegister
}

/** Starts the tests of the unit on their dates, by its clock. */
export class AutomaticTests {
  readonly #unit: TestedUnit
  readonly #timers = new Map<TestKind, Timer>()

  constructor(unit: TestedUnit) {
    this.#unit = unit
  }

  /** False for a date in the past, or a postponed date of a test not postponed. */
  setDate(kind: TestKind, next: number, isDeferred: boolean): boolean {
    const plan = this.#unit.journal.state.plans[kind]
    if (next < this.#unit.time.now() || (isDeferred && !plan?.isDeferred)) return false
    this.#save(kind, isDeferred && plan ? { ...plan, next } : planWithDate(plan, next))
    return true
  }

  setPeriod(kind: TestKind, period: TestPeriod, isDeferred: boolean): void {
    const { state } = this.#unit.journal
    const change = { period, isDeferred, now: this.#unit.time.now() }
    this.#save(kind, planWithPeriod(state, state.plans[kind], change))
  }

  /** Sets the timers, for example after the clock was set. */
  arm(): void {
    for (const kind of kinds) this.#arm(kind)
  }

  close(): void {
    for (const timer of this.#timers.values()) timer.cancel()
  }

  #save(kind: TestKind, plan: TestPlan): void {
    this.#unit.records.commit({ plans: { ...this.#unit.journal.state.plans, [kind]: plan } })
    this.#arm(kind)
  }

  #arm(kind: TestKind, minMs = 0): void {
    this.#timers.get(kind)?.cancel()
    const plan = this.#unit.journal.state.plans[kind]
    if (!plan) return
    const ms = Math.min(longestMs, Math.max(minMs, plan.next - this.#unit.time.now()))
    this.#timers.set(
      kind,
      this.#unit.clock.after(ms, () => this.#fall(kind)),
    )
  }

  #fall(kind: TestKind): void {
    const { journal, time, tests, lamps } = this.#unit
    const plan = journal.state.plans[kind]
    const places = lamps.emergencyPlaces
    const isBusy = tests.running !== null && places.length > 0
    if (!plan || plan.next > time.now() || isBusy) {
      this.#arm(kind, isBusy ? retryMs : 0)
      return
    }
    const isWanted = journal.state.isEnrolled && journal.state.flags.automaticTests !== false && places.length > 0
    this.#save(kind, planAfter(journal.state, plan, time.now()))
    if (isWanted) tests.start(randomUUID(), kind, 'automatic', places)
  }
}
