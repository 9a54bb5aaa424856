import type { TestKind, TestReason } from './test-run.ts'

/** Why a test counts as interrupted that its unit no longer knows: a new boot without it, "no test running", or silence. */
export const interruptions = ['unit_restarted', 'test_unknown', 'unit_silent'] as const satisfies readonly TestReason[]
export type Interruption = (typeof interruptions)[number]

export const isInterruption = (reason: string | null): reason is Interruption =>
  interruptions.some((one) => one === reason)

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000

/** A unit sends what it remembers of a test as soon as it is back; a true result that comes later replaces the interruption. */
const reconnectGraceMs = 30 * secondMs
/** Between two batches of a test no lamp may be in test for a moment. */
const idleGraceMs = 5 * minuteMs
/** The longest functional test of one lamp, and the longest rated duration where none is known. */
const maxTestMs = { functional: 10 * minuteMs, autonomy: 8 * hourMs }

/** What is known of an open test and its unit. */
export type OpenTest = {
  kind: TestKind
  lamps: number
  /** Minutes of the longest rated duration of an autonomy test; null where none is known. */
  ratedMin: number | null
  /** When the last record of the test came; when it was requested where none did. */
  heardAt: number
  /** The boot of its last record; null where none came. */
  boot: number | null
  /** The unit has answered that it begins the test. */
  isAccepted: boolean
  unit: {
    online: boolean
    /** The unit has another life than when the test was made: its memory was erased since. */
    isAnotherLife: boolean
    boot: number
    /** Since when it is connected or away. */
    since: number
    /** The oldest boot in which its lamps under test reported. */
    lampsBoot: number | null
    /** When one of them last reported. */
    lampsAt: number | null
    /** Whether one of them is in a test now; null where one does not say. */
    inTest: boolean | null
  }
}

const maxDurationOf = ({ kind, lamps, ratedMin }: OpenTest): number =>
  kind === 'functional'
    ? Math.max(1, lamps) * maxTestMs.functional
    : ratedMin
      ? ratedMin * minuteMs
      : maxTestMs.autonomy

/** Why a test counts as interrupted whose unit is back in the life of the test; null while it may still run it. */
const findForgottenTest = ({ unit, heardAt, boot, isAccepted }: OpenTest, now: number): Interruption | null => {
  if (unit.inTest !== false || unit.lampsBoot !== unit.boot) return null
  if (boot === null) return isAccepted && unit.since > heardAt ? 'unit_restarted' : null
  if (unit.boot > boot) return 'unit_restarted'
  const isTold = unit.lampsAt !== null && unit.lampsAt >= heardAt
  return isTold && now - heardAt >= idleGraceMs ? 'test_unknown' : null
}

/** Why an open test counts as interrupted now; null while its unit may still run it. */
export const findInterruption = (test: OpenTest, chargeHours: number, now: number): Interruption | null => {
  const { unit, heardAt } = test
  if (now - heardAt >= 2 * maxDurationOf(test) + chargeHours * hourMs) return 'unit_silent'
  if (!unit.online || now - unit.since < reconnectGraceMs) return null
  if (unit.isAnotherLife) return 'unit_restarted'
  return now - heardAt >= reconnectGraceMs ? findForgottenTest(test, now) : null
}
