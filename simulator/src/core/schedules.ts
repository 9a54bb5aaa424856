import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { LocalTime } from './local-time.ts'
import { placeOf, planAfter, planDeferred, type TestPlan } from './test-schedule.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { UnitSettings } from './unit-settings.ts'
import type { TestKind } from './unit-wire.ts'
import type { Appointment } from './wheel.ts'

const dayMs = 86_400_000
/** Real milliseconds until a retry of a failed test start. */
const retryMs = 5_000

export type SavedPlans = Record<TestKind, TestPlan>

/** At night, some days from now: several units do not test at once. */
const createFirstPlan = (
  now: number,
  seed: number,
  local: LocalTime,
  { period, withinDays }: { period: TestPeriod; withinDays: number },
): TestPlan => {
  const midnight = Math.floor(now / dayMs) * dayMs
  const next = midnight + (1 + (seed % withinDays)) * dayMs + (60 + (seed % 180)) * 60_000
  return { next, period, deferred: false, ...placeOf(local, next) }
}

/** First test schedules of a unit with factory settings. */
export const createFirstPlans = (now: number, seed: number, local: LocalTime): SavedPlans => ({
  functional: createFirstPlan(now, seed, local, { period: '4w', withinDays: 27 }),
  autonomy: createFirstPlan(now, seed * 7, local, { period: '12m', withinDays: 330 }),
})

/** Starts the automatic tests of the unit on their dates, by its own clock. */
export class Schedules {
  readonly #unit: UnitContext
  readonly #settings: UnitSettings
  readonly #start: (test: TestKind) => Answer
  readonly #seed: number
  #plans: SavedPlans
  readonly #timers = new Map<TestKind, Appointment>()

  constructor(
    unit: UnitContext,
    settings: UnitSettings,
    options: { seed: number; saved: SavedPlans | undefined; start(test: TestKind): Answer },
  ) {
    this.#unit = unit
    this.#settings = settings
    this.#start = options.start
    this.#seed = options.seed
    this.#plans = options.saved ?? this.#firstPlans()
    this.arm()
  }

  get saved(): SavedPlans {
    return this.#plans
  }

  detailOf(test: TestKind): NonNullable<UnitDetail['functional']> {
    const { next, period, deferred } = this.#plans[test]
    return { next: new Date(next).toISOString(), period, deferred }
  }

  /** `isDeferred`: the given date is the postponed one; the schedule continues from seven days before. */
  setDate(test: TestKind, next: number, isDeferred = false): Answer {
    const plan = this.#plans[test]
    if (next < this.#unit.clock.now() || (isDeferred && !plan.deferred)) return refused('INVALID_BODY')
    if (isDeferred) return this.#set(test, { ...plan, next })
    return this.#set(test, { ...plan, next, ...placeOf(this.#settings, next), deferred: false })
  }

  setPeriod(test: TestKind, period: TestPeriod, isDeferred: boolean): Answer {
    return this.#set(test, { ...planDeferred(this.#plans[test], isDeferred, this.#settings), period })
  }

  /** Resets the timers, for example after the clock was set. */
  arm(): void {
    for (const test of ['functional', 'autonomy'] as const) this.#wait(test)
  }

  /** Resets to factory state. */
  forget(): void {
    this.#plans = this.#firstPlans()
    this.arm()
  }

  close(): void {
    for (const timer of this.#timers.values()) timer.cancel()
    this.#timers.clear()
  }

  #firstPlans(): SavedPlans {
    return createFirstPlans(this.#unit.clock.now(), this.#seed, this.#settings)
  }

  #set(test: TestKind, plan: TestPlan): Answer {
    this.#plans[test] = plan
    this.#wait(test)
    this.#unit.shadowChanged()
    return done
  }

  #wait(test: TestKind, minMs = 0): void {
    this.#timers.get(test)?.cancel()
    const ms = Math.max(minMs, this.#plans[test].next - this.#unit.clock.now())
    this.#timers.set(
      test,
      this.#unit.wheel.after(ms, () => this.#fall(test)),
    )
  }

  /** The date has come. An obstacle delays the test until it is gone; without lamps there is nothing to test. */
  #fall(test: TestKind): void {
    const isWanted = this.#unit.isEnrolled() && this.#settings.flags.automaticTests !== false
    const answer = isWanted ? this.#start(test) : done
    if (answer.state === 'refused' && answer.code !== 'NO_LAMPS') {
      this.#wait(test, retryMs)
      return
    }
    do this.#plans[test] = planAfter(this.#plans[test], this.#settings)
    while (this.#plans[test].next <= this.#unit.clock.now())
    this.#wait(test)
    this.#unit.shadowChanged()
  }
}
