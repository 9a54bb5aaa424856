import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { hourMs } from '../plan-facts.ts'
import { type Cell, overlap } from './cells.rules.ts'

/** A test with its time. */
export type Placement = Cell & {
  kind: TestKind
  by: 'unit' | 'platform'
  day: string
  at: number
  minutes: number
  /** The test of the previous plan; undefined for a new test. */
  id?: string
  /** Its lamps joined the plan while it was accepted. */
  came?: boolean
}

export const endOf = ({ at, minutes }: Pick<Placement, 'at' | 'minutes'>): number => at + minutes * 60_000

/** Time between two tests of one unit, which runs one at a time. */
const pauseMs = 30 * 60_000

/** Whether tests of the same lamp or of neighbours are far enough apart for the first to have charged. */
export const areApart = (a: Placement, b: Placement, chargeHours: number): boolean => {
  const chargedAt = (test: Placement) => endOf(test) + (test.kind === 'autonomy' ? chargeHours * hourMs : 0)
  return (a.at < b.at ? chargedAt(a) <= b.at : chargedAt(b) <= a.at) || !overlap(a, b)
}

type ScheduleOptions = {
  chargeHours: number
  max: number
  /** Tests on units' own dates, replaced by the planned dates: the two may overlap. */
  keptDates?: readonly Placement[]
}

/**
 * The scheduled tests, and whether another one fits: no neighbour discharged or charging, one test at a time per unit,
 * and never more lamps without charge than allowed.
 */
export const createTestSchedule = ({ chargeHours, max, keptDates = [] }: ScheduleOptions) => {
  const chargeMs = chargeHours * hourMs
  const placed: Placement[] = []
  let longestMs = Math.max(0, ...keptDates.map(({ minutes }) => minutes * 60_000))
  const chargedAt = (test: Placement): number => endOf(test) + (test.kind === 'autonomy' ? chargeMs : 0)

  /** Tests close enough to affect a test in the period. */
  const testsNear = (at: number, until: number): Placement[] => {
    const isNear = (test: Placement) => test.at < until + chargeMs && test.at + longestMs + chargeMs > at
    return [...keptDates.filter(isNear), ...placed.filter(isNear)]
  }
  const isInstead = (test: Placement, other: Placement): boolean =>
    test.by === 'unit' && test.unitId === other.unitId && keptDates.includes(other)

  const unitIsFree = (test: Placement, otherTests: readonly Placement[]): boolean =>
    otherTests.every(
      (other) => other.unitId !== test.unitId || test.at >= endOf(other) + pauseMs || other.at >= endOf(test) + pauseMs,
    )

  const neighboursAreReady = (test: Placement, otherTests: readonly Placement[]): boolean =>
    otherTests.every((other) => areApart(test, other, chargeHours))

  const enoughAreReady = (test: Placement, otherTests: readonly Placement[]): boolean => {
    if (test.kind !== 'autonomy') return true
    const discharging = otherTests.filter(({ kind }) => kind === 'autonomy')
    const until = chargedAt(test)
    const moments = [test.at, ...discharging.map(({ at }) => at).filter((at) => at > test.at && at < until)]
    return moments.every((moment) => {
      const out = discharging.filter((other) => other.at <= moment && moment < chargedAt(other))
      return out.reduce((total, { lamps }) => total + lamps.length, test.lamps.length) <= max
    })
  }

  return {
    placed: placed as readonly Placement[],
    fits(test: Placement): boolean {
      const otherTests = testsNear(test.at, endOf(test)).filter((other) => !isInstead(test, other))
      return unitIsFree(test, otherTests) && neighboursAreReady(test, otherTests) && enoughAreReady(test, otherTests)
    },
    add(test: Placement): void {
      placed.push(test)
      longestMs = Math.max(longestMs, test.minutes * 60_000)
    },
    /** Maximum number of lamps without charge during a test at a time. */
    load: (at: number): number =>
      testsNear(at, at).reduce(
        (total, test) => total + (test.kind === 'autonomy' && chargedAt(test) > at ? test.lamps.length : 0),
        0,
      ),
  }
}

export type TestSchedule = ReturnType<typeof createTestSchedule>

/** The first moment with the most lamps discharged or charging, and their number. */
export const worstOf = (tests: readonly Placement[], chargeHours: number): { at: number; out: number } | null => {
  const discharging = tests.filter(({ kind }) => kind === 'autonomy').toSorted((a, b) => a.at - b.at)
  let worstMoment: { at: number; out: number } | null = null
  for (const { at } of discharging) {
    const lamps = new Set(
      discharging.filter((one) => one.at <= at && at < endOf(one) + chargeHours * hourMs).flatMap((one) => one.lamps),
    )
    if (!worstMoment || lamps.size > worstMoment.out) worstMoment = { at, out: lamps.size }
  }
  return worstMoment
}
