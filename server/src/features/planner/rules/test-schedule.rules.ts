import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { hourMs } from '../plan-facts.ts'
import { type Cell, overlap } from './cells.rules.ts'

/** A test that has its time. */
export type Placement = Cell & {
  kind: TestKind
  by: 'unit' | 'platform'
  day: string
  at: number
  minutes: number
  /** The test of a plan before that it is; undefined for one that is new. */
  id?: string
  /** It is of lamps that came to the plan while that was in force. */
  came?: boolean
}

export const endOf = ({ at, minutes }: Pick<Placement, 'at' | 'minutes'>): number => at + minutes * 60_000

/** Time between two tests of one unit, which runs one at a time. */
const pauseMs = 30 * 60_000

/** Whether whatever tests the same lamp, or one beside it, waits until those of the one before have charged. */
export const areApart = (a: Placement, b: Placement, chargeHours: number): boolean => {
  const chargedAt = (test: Placement) => endOf(test) + (test.kind === 'autonomy' ? chargeHours * hourMs : 0)
  return (a.at < b.at ? chargedAt(a) <= b.at : chargedAt(b) <= a.at) || !overlap(a, b)
}

type ScheduleOptions = {
  chargeHours: number
  max: number
  /** Tests that units run by themselves on dates of their own. A unit takes others in their place, so that its own by the plan may lie anywhere. */
  keptDates?: readonly Placement[]
}

/**
 * The tests that have their time, and whether another fits beside them: no lamp beside one that is discharged or charges, no unit with two
 * tests at once, and never more lamps without charge than wanted.
 */
export const createTestSchedule = ({ chargeHours, max, keptDates = [] }: ScheduleOptions) => {
  const chargeMs = chargeHours * hourMs
  const placed: Placement[] = []
  let longestMs = Math.max(0, ...keptDates.map(({ minutes }) => minutes * 60_000))
  const chargedAt = (test: Placement): number => endOf(test) + (test.kind === 'autonomy' ? chargeMs : 0)

  /** Those of which something may still matter to a test at that time. */
  const near = (at: number, until: number): Placement[] => {
    const isNear = (test: Placement) => test.at < until + chargeMs && test.at + longestMs + chargeMs > at
    return [...keptDates.filter(isNear), ...placed.filter(isNear)]
  }
  const isInstead = (test: Placement, other: Placement): boolean =>
    test.by === 'unit' && test.unitId === other.unitId && keptDates.includes(other)

  const unitIsFree = (test: Placement, others: readonly Placement[]): boolean =>
    others.every(
      (other) => other.unitId !== test.unitId || test.at >= endOf(other) + pauseMs || other.at >= endOf(test) + pauseMs,
    )

  const neighboursAreReady = (test: Placement, others: readonly Placement[]): boolean =>
    others.every((other) => areApart(test, other, chargeHours))

  const enoughAreReady = (test: Placement, others: readonly Placement[]): boolean => {
    if (test.kind !== 'autonomy') return true
    const discharging = others.filter(({ kind }) => kind === 'autonomy')
    const until = chargedAt(test)
    const moments = [test.at, ...discharging.map(({ at }) => at).filter((at) => at > test.at && at < until)]
    return moments.every((moment) => {
      const out = discharging.filter((other) => other.at <= moment && moment < chargedAt(other))
      return out.reduce((sum, { lamps }) => sum + lamps.length, test.lamps.length) <= max
    })
  }

  return {
    placed: placed as readonly Placement[],
    fits(test: Placement): boolean {
      const others = near(test.at, endOf(test)).filter((other) => !isInstead(test, other))
      return unitIsFree(test, others) && neighboursAreReady(test, others) && enoughAreReady(test, others)
    },
    add(test: Placement): void {
      placed.push(test)
      longestMs = Math.max(longestMs, test.minutes * 60_000)
    },
    /** Lamps without charge at some moment of the time in which a test there would be. */
    load: (at: number): number =>
      near(at, at).reduce(
        (sum, test) => sum + (test.kind === 'autonomy' && chargedAt(test) > at ? test.lamps.length : 0),
        0,
      ),
  }
}

export type TestSchedule = ReturnType<typeof createTestSchedule>

/** The first moment at which the most lamps are being discharged or charge, and how many these are. */
export const worstOf = (tests: readonly Placement[], chargeHours: number): { at: number; out: number } | null => {
  const discharging = tests.filter(({ kind }) => kind === 'autonomy').toSorted((a, b) => a.at - b.at)
  let worst: { at: number; out: number } | null = null
  for (const { at } of discharging) {
    const lamps = new Set(
      discharging.filter((one) => one.at <= at && at < endOf(one) + chargeHours * hourMs).flatMap((one) => one.lamps),
    )
    if (!worst || lamps.size > worst.out) worst = { at, out: lamps.size }
  }
  return worst
}
