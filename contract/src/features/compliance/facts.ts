import type { TestKind, TestReason } from '../emergency-tests/test-run.ts'
import type { RequiredItem } from '../logbook/completeness.rules.ts'
import type { PresentState } from './compliance.ts'

/** A moment: the instant, and the day that it is in the plant, counted as `findPlantDay` does. */
export type Moment = { at: string; day: number }

/** What a test found of a lamp that it executed, by a clock that could be trusted. */
export type TestResultFact = {
  at: Moment
  result: 'passed' | 'failed'
  reason: TestReason | null
  measuredS: number | null
  ratedMin: number | null
}

/** A failed test that no later passed test of the same kind has closed; `at` and what was found are of the last failure. */
export type FailedTestFact = Omit<TestResultFact, 'result'> & { kind: TestKind; since: Moment }

/** What is known of an emergency lamp. */
export type LampFact = {
  cu: string
  addr: number
  name: string
  place: string
  /** Since when this serial is known here. */
  knownSince: Moment
  /** From when on its battery was there at the latest. */
  batterySince: Moment
  parity: 'even' | 'odd' | null
  ratedMin: number | null
  /** Its unit ends an autonomy test at the rated duration: "passed" proves that duration without a measured time. */
  testsToRatedDuration: boolean
  /** Seconds that its functional test takes, as it is set. */
  functionTestS: number | null
  /** Since when a fault of it is open, it is inhibited, and it does not answer its unit; null where that is not so. */
  faultySince: Moment | null
  inhibitedSince: Moment | null
  silentSince: Moment | null
  /** The failed tests that are open, by kind one at most. */
  failedTests: readonly FailedTestFact[]
  functional: TestResultFact | null
  autonomy: TestResultFact | null
  /** Results that arrived after the moment that is judged, and are of before it. */
  later: (TestResultFact & { kind: 'functional' | 'autonomy' })[]
}

/** What a unit plans of one kind of test; null where it plans none. */
export type PlanFact = { periodDays: number | null } | null

export type UnitFact = {
  cu: string
  name: string
  lastSeen: Moment | null
  online: boolean
  driftS: number | null
  /** Whether its clock is as far from UTC as the plant is; null where it has not said. */
  inZone: boolean | null
  /** What it found is not what was configured, or it still searches. */
  networkUnsettled: boolean
  /** The end that its inhibition was to have, where it says that it is inhibited all the same. */
  inhibitedBeyond: Moment | null
  /** Null where it has told nothing of its plans. */
  plans: { functional: PlanFact; autonomy: PlanFact } | null
}

/** An autonomy test of one unit that lamps have their last result of. */
export type DischargeFact = {
  cu: string
  name: string
  startedAt: Moment
  endedAt: Moment
  parities: readonly ('even' | 'odd')[]
  /** When the last discharge of these lamps before it ended, where that was less than four days before. */
  dischargedUntil: string | null
}

/** Something that happened on a unit. */
export type EventFact = { cu: string; name: string; at: Moment }

/** What people have entered; null where it is not known at all. */
export type LogbookFacts = {
  /** Since null: since the plant began. */
  missing: readonly { item: RequiredItem; since: Moment | null }[]
  /** The latest month that the responsible person has signed, whenever that was: `2026-10`. */
  signedMonth: string | null
  responsible: string | null
  drawings: Moment | null
  /** Oldest first. */
  alterations: readonly Moment[]
  /** When the plant was commissioned, by its certificate. */
  commissioned: Moment | null
  visual: Moment | null
  photometric: Moment | null
}

/** A gap of which the logbook tells: records of a unit, or a restore before which anything may be missing. */
export type GapFact =
  | { what: 'restored'; at: Moment; until: Moment }
  | { what: 'recordsMissing'; cu: string; name: string; at: Moment; count: number }

/** Everything that the rules are judged by, as it was known at the moment. */
export type Facts = {
  at: Moment
  /** The moment has passed: how units are now says nothing of it. */
  isPast: boolean
  /** What lamps and units do at this moment; null for a moment that has passed. */
  present: PresentState | null
  /** When the first lamp of the plant came to be known. */
  since: Moment | null
  alwaysOpen: boolean
  lamps: readonly LampFact[]
  units: readonly UnitFact[]
  /** Faults of units that are open, with when each began. */
  unitFaults: readonly EventFact[]
  discharges: readonly DischargeFact[]
  localTests: readonly EventFact[]
  mainsFailures: readonly EventFact[]
  oldestRecord: Moment | null
  gaps: readonly GapFact[]
  logbook: LogbookFacts | null
}
