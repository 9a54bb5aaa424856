import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { testKinds } from '../emergency-tests/test-run.ts'

/** Limits of a plan, for its computation and return in time. */
export const planLimits = { lamps: 10_000, tests: 4000, conflicts: 300, testsOfDay: 100, named: 200 } as const

/** Days before the end of a plan on which people are reminded to propose the next one. */
export const planReminderDays = 30

/** Day in the plant's zone, such as `2026-11-30`. */
const day = z.iso.date()

export const testGroups = ['even', 'odd'] as const
export const planners = ['unit', 'platform'] as const

/**
 * States of a planned test. `proposed`: not sent. `notYet`: accepted, but not confirmed by its unit. `inEffect`:
 * confirmed by its unit. `begun`: handed over for the start. Texts are `state.<name>`.
 */
export const plannedStates = ['proposed', 'notYet', 'inEffect', 'begun', 'done', 'notExecuted'] as const

/** Why a test was moved; texts are `moved.<name>`. */
export const moveReasons = [
  'notExecuted',
  'notCharged',
  'lampsChanged',
  'neighboursChanged',
  'keptDate',
  'passed',
] as const
export type MoveReason = (typeof moveReasons)[number]

/** Test of a plan. Its lamps are returned with its day. */
export const plannedTest = z.object({
  id,
  cu: z.string(),
  kind: z.enum(testKinds),
  /** Starter of the test: the unit by its own calendar, or the platform. */
  by: z.enum(planners),
  /** Test group, if all of its lamps share one. */
  group: z.enum(testGroups).nullable(),
  lamps: count,
  at: instant,
  day,
  /** Duration in minutes. */
  minutes: count,
  state: z.enum(plannedStates),
  /** Why it was not executed. */
  reason: z.string().nullable(),
  movedFrom: instant.nullable(),
  movedBecause: z.enum(moveReasons).nullable(),
})
export type PlannedTest = z.infer<typeof plannedTest>

/** Why lamps have no date; texts are `unplaced.<name>`, with a remedy. */
export const unplacedCauses = [
  'unitNotEnrolled',
  'unitNotEnabled',
  'neighboursUnknown',
  'noParity',
  'noFreeHours',
  'noNight',
] as const
export type UnplacedCause = (typeof unplacedCauses)[number]

/** Conflicts of a plan. `unsolved` ones need a person; texts are `conflict.<name>`. */
export const conflictKinds = [
  'unplaced',
  'shareNotReached',
  'late',
  'unitSilent',
  'unitChanged',
  'keptDate',
  'keptTogether',
  'unitPlanReplaced',
  'sameGroup',
  'clockChange',
  'keptFree',
] as const

export const planConflict = z.object({
  kind: z.enum(conflictKinds),
  unsolved: z.boolean(),
  cu: z.string().optional(),
  /** Other unit, whose neighboring lamps are tested together with these, or without recharging in between. */
  other: z.string().optional(),
  cause: z.enum(unplacedCauses).optional(),
  test: z.enum(testKinds).optional(),
  lamps: count.optional(),
  /** Addresses of the first of them. */
  addrs: z.array(z.int()).max(10).optional(),
  /** Impossible day, and the chosen one. */
  day: day.optional(),
  to: day.optional(),
  /** Percent of ready lamps. */
  share: z.number().optional(),
})
export type PlanConflict = z.infer<typeof planConflict>

/** Moment of the year with the fewest ready lamps. */
export const worstMoment = z.object({ at: instant, day, ready: count, total: count, share: z.number() })

/** Year of tests of a plant: a proposal, or the accepted plan. */
export const testPlan = z.object({
  id,
  state: z.enum(['draft', 'accepted']),
  from: day,
  until: day,
  proposedAt: instant,
  proposedBy: z.string(),
  acceptedAt: instant.nullable(),
  acceptedBy: z.string().nullable(),
  /** Number of emergency lamps and of their units. */
  lamps: count,
  units: count,
  alwaysOpen: z.boolean(),
  chargeHours: count,
  /** Null without a planned autonomy test. */
  worst: worstMoment.nullable(),
  tests: z.array(plannedTest).max(planLimits.tests),
  /** Conflicts for a person to solve come first. */
  conflicts: z.array(planConflict).max(planLimits.conflicts),
  /** Public holidays and own free days of the plant in the period. */
  keptFree: z.array(day),
  /** Units without confirmation of the plan. */
  waiting: z.array(z.object({ cu: z.string(), silent: z.boolean() })),
})
export type TestPlan = z.infer<typeof testPlan>

/** Lamp in a day of a plan. */
const dayLamp = z.object({ cu: z.string(), addr: z.int(), name: z.string(), place: z.string() })
/** Lamps of a test on one day, and their ready neighbors. */
export const plannedTestOfDay = z.object({
  id,
  lamps: z.array(dayLamp).max(planLimits.named),
  /** Number of neighbors, none of which is discharged meanwhile; the first are listed. */
  neighbours: count,
  readyNeighbours: z.array(dayLamp).max(planLimits.named),
})
