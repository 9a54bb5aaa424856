import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'

/** An emergency lamp as the plan rules see it. The rules refer to a lamp by its index in the list of facts. */
export type PlannedLamp = {
  unitId: string
  addr: number
  parity: 'even' | 'odd' | null
  /** The lamp's room; null when nobody assigned one. */
  room: string | null
  /** Place on a scaled floor plan in metres, and the distance of neighbours; null if unknown. */
  spot: { plan: string; x: number; y: number; reachM: number } | null
  ratedMin: number | null
  /** Time of the last autonomy test with a result for the lamp, in milliseconds; null without one. */
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
  /** The last test schedule reported by the unit. */
  reported: Record<TestKind, ReportedPlan>
}

/** All facts from which a plan follows, except the plan settings. */
export type PlanFacts = {
  zone: string
  /** The building is always occupied: only every other lamp is tested at a time. */
  alwaysOpen: boolean
  chargeHours: number
  /** Maximum days between two tests of a lamp. */
  durationDays: number
  functionDays: number
  /** Days within which a never tested lamp gets its first test. */
  firstTestDays: number
  /** Minutes of an autonomy test for a lamp whose rated duration is unknown. */
  ratedMinutes: number
  units: readonly PlanUnit[]
  /** Ordered by unit and position. */
  lamps: readonly PlannedLamp[]
}

/** First and last day of a plan. */
export type PlanSpan = { from: string; until: string }

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
