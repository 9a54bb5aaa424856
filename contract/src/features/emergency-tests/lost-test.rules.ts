import type { TestKind, TestReason } from './test-run.ts'

/** Why a test counts as interrupted: the unit restarted without it, reports no running test, or is silent. */
export const interruptions = ['unit_restarted', 'test_unknown', 'unit_silent'] as const satisfies readonly TestReason[]
export type Interruption = (typeof interruptions)[number]

export const isInterruption = (reason: string | null): reason is Interruption =>
  interruptions.some((one) => one === reason)

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000

/**
 * After a reconnection the unit sends its stored results of a test. A real result received later replaces the
 * interruption.
 */
const reconnectGraceMs = 30 * secondMs
/** Between two batches of a test, no lamp may be in test for a moment. */
const idleGraceMs = 5 * minuteMs
/** Longest functional test of one lamp, and longest rated duration if unknown. */
const maxTestMs = { functional: 10 * minuteMs, autonomy: 8 * hourMs }

/** Facts about an open test and its unit. */
export type OpenTest = {
  kind: TestKind
  lamps: number
  /** Longest rated duration of an autonomy test in minutes; null if unknown. */
  ratedMin: number | null
  /** Time of the last record of the test; without a record, of its request. */
  heardAt: number
  /** Boot of its last record; null without a record. */
  boot: number | null
  /** Whether the unit has accepted the start of the test. */
  isAccepted: boolean
  unit: {
    online: boolean
    /** Whether the unit has another life than at the test's creation: its memory was erased. */
    isAnotherLife: boolean
    boot: number
    /** Start of the present connection state. */
    since: number
    /** Oldest boot in which its tested lamps reported. */
    lampsBoot: number | null
    /** Last report of any of them. */
    lampsAt: number | null
    /** Whether any of them is in test now; null if one of them does not say. */
    inTest: boolean | null
  }
}

const maxDurationOf = ({ kind, lamps, ratedMin }: OpenTest): number =>
  kind === 'functional'
    ? Math.max(1, lamps) * maxTestMs.functional
    : ratedMin
      ? ratedMin * minuteMs
      : maxTestMs.autonomy

/** Why a test of a connected unit in the same life counts as interrupted; null while it may still run. */
const findForgottenTest = ({ unit, heardAt, boot, isAccepted }: OpenTest, now: number): Interruption | null => {
  if (unit.inTest !== false || unit.lampsBoot !== unit.boot) return null
  if (boot === null) return isAccepted && unit.since > heardAt ? 'unit_restarted' : null
  if (unit.boot > boot) return 'unit_restarted'
  const hasReportedSince = unit.lampsAt !== null && unit.lampsAt >= heardAt
  return hasReportedSince && now - heardAt >= idleGraceMs ? 'test_unknown' : null
}

/** Why an open test counts as interrupted now; null while its unit may still run it. */
export const findInterruption = (test: OpenTest, chargeHours: number, now: number): Interruption | null => {
  const { unit, heardAt } = test
  if (now - heardAt >= 2 * maxDurationOf(test) + chargeHours * hourMs) return 'unit_silent'
  if (!unit.online || now - unit.since < reconnectGraceMs) return null
  if (unit.isAnotherLife) return 'unit_restarted'
  return now - heardAt >= reconnectGraceMs ? findForgottenTest(test, now) : null
}
