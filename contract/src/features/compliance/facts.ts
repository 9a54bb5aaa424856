import type { LampSafety } from '../emergency-tests/lamp-safety.rules.ts'
import type { TestKind, TestReason } from '../emergency-tests/test-run.ts'
import type { RequiredItem } from '../logbook/completeness.rules.ts'
import type { PresentState } from './compliance.ts'

/** Instant, and its day in the plant as `plantDay` counts it. */
export type Moment = { at: string; day: number }

/** Test result of a lamp, dated by a reliable clock. */
export type TestResultFact = {
  at: Moment
  result: 'passed' | 'failed'
  reason: TestReason | null
  measuredS: number | null
  ratedMin: number | null
}

/** Failed test without a later passed test of the same kind; `at` and the details belong to the last failure. */
export type FailedTestFact = Omit<TestResultFact, 'result'> & { kind: TestKind; since: Moment }

/** Facts of an emergency lamp. */
export type LampFact = {
  cu: string
  addr: number
  name: string
  place: string
  /** First appearance of this serial in the plant. */
  knownSince: Moment
  /** Latest possible date of its battery's installation. */
  batterySince: Moment
  parity: 'even' | 'odd' | null
  ratedMin: number | null
  /**
   * Whether its unit ends an autonomy test at the rated duration; "passed" then proves the duration without a measured
   * time.
   */
  testsToRatedDuration: boolean
  /** Configured duration of its functional test in seconds. */
  functionTestS: number | null
  /** Start of an open fault, of inhibition, and of silence towards its unit; null if not the case. */
  faultySince: Moment | null
  inhibitedSince: Moment | null
  silentSince: Moment | null
  now: LampSafety['now']
  /** Open failed tests, at most one per kind. */
  failedTests: readonly FailedTestFact[]
  functional: TestResultFact | null
  autonomy: TestResultFact | null
  /** Results from before the judged moment, received after it. */
  later: (TestResultFact & { kind: 'functional' | 'autonomy' })[]
}

/** Schedule of a unit for one kind of test; null without one. */
export type PlanFact = { periodDays: number | null } | null

export type UnitFact = {
  cu: string
  name: string
  lastSeen: Moment | null
  online: boolean
  driftS: number | null
  /** Whether its clock has the plant's offset from UTC; null if not reported. */
  inZone: boolean | null
  /** The unit found something other than configured, or still searches. */
  networkUnsettled: boolean
  /** Planned end of an inhibition still reported by the unit; null otherwise. */
  inhibitedBeyond: Moment | null
  /** Null if the unit has not reported its schedules. */
  plans: { functional: PlanFact; autonomy: PlanFact } | null
}

/** Last autonomy test of one unit for its lamps. */
export type DischargeFact = {
  cu: string
  name: string
  startedAt: Moment
  endedAt: Moment
  parities: readonly ('even' | 'odd')[]
  /** End of the previous discharge of these lamps, if less than four days earlier. */
  dischargedUntil: string | null
}

/** Event on a unit. */
export type EventFact = { cu: string; name: string; at: Moment }

/** Facts entered by people; null if unknown. */
export type LogbookFacts = {
  /** `since` null: since the plant began. */
  missing: readonly { item: RequiredItem; since: Moment | null }[]
  /** Months signed by the responsible person, whenever they were signed: `2026-10`. */
  signedMonths: readonly string[]
  responsible: string | null
  drawings: Moment | null
  /** First change of the installation missing from the drawings. */
  undrawnSince: Moment | null
  /** Commissioning date by the certificate. */
  commissioned: Moment | null
  visual: Moment | null
  photometric: Moment | null
}

/** Gap in the logbook: missing records of a unit, or a restore with a possible loss of entries. */
export type GapFact =
  | { what: 'restored'; at: Moment; until: Moment }
  | { what: 'recordsMissing'; cu: string; name: string; at: Moment; count: number }

/** All facts for the rules, as known at the moment. */
export type Facts = {
  at: Moment
  /** Whether the moment is past, and the present state of units therefore irrelevant. */
  isPast: boolean
  /** Present state of lamps and units; null for a past moment. */
  present: PresentState | null
  /** When the first unit with emergency lamps was added; null without one. */
  since: Moment | null
  alwaysOpen: boolean
  lamps: readonly LampFact[]
  units: readonly UnitFact[]
  /** Open faults of units, with their start. */
  unitFaults: readonly EventFact[]
  discharges: readonly DischargeFact[]
  localTests: readonly EventFact[]
  mainsFailures: readonly EventFact[]
  oldestRecord: Moment | null
  gaps: readonly GapFact[]
  logbook: LogbookFacts | null
}
