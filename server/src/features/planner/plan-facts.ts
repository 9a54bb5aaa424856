import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'

/** An emergency lamp as a plan looks at it. Its number in the list of facts is how the rules name it. */
export type PlannedLamp = {
  unitId: string
  addr: number
  parity: 'even' | 'odd' | null
  /** The room that it is in; null where nobody has said. */
  room: string | null
  /** Where it is on a plan with a scale, in metres, and how near others are next to it; null where that is not known. */
  spot: { plan: string; x: number; y: number; reachM: number } | null
  ratedMin: number | null
  /** When an autonomy test last found anything of it, in milliseconds; null where none did. */
  lastAutonomy: number | null
}

type ReportedPlan = { next: string | null; period: TestPeriod | null; deferred: boolean } | null

export type PlanUnit = {
  id: string
  unit: string
  cuType: string
  enrolled: boolean
  enabled: boolean
  online: boolean
  /** What it last told of its own plans. */
  reported: Record<TestKind, ReportedPlan>
}

/** Everything that a plan follows from, but for the wishes. */
export type PlanFacts = {
  zone: string
  /** People are always there: only every other lamp is tested at a time. */
  alwaysOpen: boolean
  chargeHours: number
  /** Days between two tests of a lamp at most. */
  durationDays: number
  functionDays: number
  /** Days within which a lamp that was never tested is. */
  firstTestDays: number
  /** Minutes of an autonomy test of a lamp whose rated duration is not known. */
  ratedMinutes: number
  units: readonly PlanUnit[]
  /** In one order: by unit and position. */
  lamps: readonly PlannedLamp[]
}

/** The days of a plan, the first and the last. */
export type PlanSpan = { from: string; until: string }

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
