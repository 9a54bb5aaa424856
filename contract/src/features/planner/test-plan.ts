import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { testKinds } from '../emergency-tests/test-run.ts'

/** How large a plan can be, so that it is worked out and answered in time. */
export const planLimits = { lamps: 10_000, tests: 4000, conflicts: 300, testsOfDay: 100, named: 200 } as const

/** So many days before a plan in force ends, people are told to have the next one proposed. */
export const planReminderDays = 30

/** A day in the plant's zone: `2026-11-30`. */
const day = z.iso.date()

export const testGroups = ['even', 'odd'] as const
export const planners = ['unit', 'platform'] as const

/**
 * How a planned test stands. `proposed`: nothing was sent. `notYet`: accepted, and its unit has not told that it has taken the plan.
 * `inEffect`: the unit told so. `begun`: handed over to be started. Texts are `state.<name>`.
 */
export const plannedStates = ['proposed', 'notYet', 'inEffect', 'begun', 'done', 'notExecuted'] as const

/** Why a test stands on another date than before; texts are `moved.<name>`. */
export const moveReasons = [
  'notExecuted',
  'notCharged',
  'lampsChanged',
  'neighboursChanged',
  'keptDate',
  'passed',
] as const
export type MoveReason = (typeof moveReasons)[number]

/** A test of a plan. Which lamps it is of is told by its day. */
export const plannedTest = z.object({
  id,
  cu: z.string(),
  kind: z.enum(testKinds),
  /** Who starts it: the unit by its own calendar, or the platform. */
  by: z.enum(planners),
  /** Even or odd where all of its lamps are. */
  group: z.enum(testGroups).nullable(),
  lamps: count,
  at: instant,
  day,
  /** How long it takes. */
  minutes: count,
  state: z.enum(plannedStates),
  /** Why it was not executed. */
  reason: z.string().nullable(),
  movedFrom: instant.nullable(),
  movedBecause: z.enum(moveReasons).nullable(),
})
export type PlannedTest = z.infer<typeof plannedTest>

/** Why lamps have no date; texts are `unplaced.<name>`, with what would help. */
export const unplacedCauses = [
  'unitNotEnrolled',
  'unitNotEnabled',
  'neighboursUnknown',
  'noParity',
  'noFreeHours',
  'noNight',
] as const
export type UnplacedCause = (typeof unplacedCauses)[number]

/** What a plan met with. Those that are `unsolved` need a person; texts are `conflict.<name>`. */
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
  /** The unit whose lamps beside its own it tests together with them, or without charge between. */
  other: z.string().optional(),
  cause: z.enum(unplacedCauses).optional(),
  test: z.enum(testKinds).optional(),
  lamps: count.optional(),
  /** Positions of the first of them. */
  addrs: z.array(z.int()).max(10).optional(),
  /** The day that could not be, and the one that was taken instead. */
  day: day.optional(),
  to: day.optional(),
  /** Percent of the lamps that stand ready. */
  share: z.number().optional(),
})
export type PlanConflict = z.infer<typeof planConflict>

/** The moment of the year at which the fewest lamps stand ready. */
export const worstMoment = z.object({ at: instant, day, ready: count, total: count, share: z.number() })

/** A year of tests of a plant: a proposal, or the one that was accepted. */
export const testPlan = z.object({
  id,
  state: z.enum(['draft', 'accepted']),
  from: day,
  until: day,
  proposedAt: instant,
  proposedBy: z.string(),
  acceptedAt: instant.nullable(),
  acceptedBy: z.string().nullable(),
  /** Emergency lamps, and the units that they are of. */
  lamps: count,
  units: count,
  alwaysOpen: z.boolean(),
  chargeHours: count,
  /** Null where no autonomy test is planned. */
  worst: worstMoment.nullable(),
  tests: z.array(plannedTest).max(planLimits.tests),
  /** Those that need a person first. */
  conflicts: z.array(planConflict).max(planLimits.conflicts),
  /** Public holidays and the plant's own free days within it. */
  keptFree: z.array(day),
  /** The units that have not told yet that they have taken the plan. */
  waiting: z.array(z.object({ cu: z.string(), silent: z.boolean() })),
})
export type TestPlan = z.infer<typeof testPlan>

/** A lamp as the day of a plan names it. */
const dayLamp = z.object({ cu: z.string(), addr: z.int(), name: z.string(), place: z.string() })
/** What a test of one day is of, and which lamps beside its own stay ready. */
export const plannedTestOfDay = z.object({
  id,
  lamps: z.array(dayLamp).max(planLimits.named),
  /** Neighbours of its lamps, of which the first follow: none of them is discharged while these are. */
  neighbours: count,
  readyNeighbours: z.array(dayLamp).max(planLimits.named),
})
