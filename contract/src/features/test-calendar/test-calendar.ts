import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { testPeriod } from '../central-units/test-schedule.ts'
import { testKinds, testRun } from '../emergency-tests/test-run.ts'

/** Limits of one calendar, so that the answer stays bounded for any number of plants. */
export const calendarLimits = { units: 500, tests: 2000, changes: 200, lightRepeats: 500 } as const

/** Day in the plant's zone, such as `2026-11-30`. */
const day = z.iso.date()

/** Planned tests of one kind on a unit in the year. */
export const plannedTests = z.object({
  plant_id: id,
  cu: z.string(),
  cu_id: z.string(),
  description: z.string(),
  kind: z.enum(testKinds),
  /** Starter of the test: the unit itself, or the platform, which must be connected to it. */
  by: z.enum(['unit', 'platform']),
  period: testPeriod.nullable(),
  /** Whether the next test was postponed by 7 days. */
  deferred: z.boolean(),
  /** Sorted; `overdue` for a test that should have started. */
  dates: z.array(z.object({ at: instant, day, overdue: z.boolean() })),
})
export type PlannedTests = z.infer<typeof plannedTests>

/** Test that was executed, or should have been. */
export const calendarTest = z.object({
  plant_id: id,
  cu_id: z.string(),
  description: z.string(),
  /** Start of the test, or its request if it did not start. */
  at: instant,
  day,
  test: testRun,
})
export type CalendarTest = z.infer<typeof calendarTest>

const plannedDate = z.string().nullable()
export const planFields = ['set', 'period', 'differito'] as const
/** Change of a unit's plan by a person. */
export const planChange = z.object({
  at: instant,
  plant_id: id,
  /** Name of the unit at that time. */
  unit: z.string(),
  cu: z.string(),
  kind: z.enum(testKinds),
  field: z.enum(planFields),
  /** An instant, a period, `true` or `false`; null if the unit had not reported it. */
  before: plannedDate,
  after: plannedDate,
  by: z.string(),
})
export type PlanChange = z.infer<typeof planChange>

/** Due date of the next light measurement of a plant, five years after the last. */
export const lightRepeat = z.object({
  plant_id: id,
  measuredOn: day,
  day,
  /** Whether the day has passed. */
  overdue: z.boolean(),
})
export type LightRepeat = z.infer<typeof lightRepeat>

/** Next test of a kind that the platform starts on a unit. The unit's automatic tests are in its detail. */
export const nextTest = z.object({ cu: z.string(), kind: z.enum(testKinds), at: instant })
export type NextTest = z.infer<typeof nextTest>

/** Last day of the current year plan, once it is near or past, so that a person proposes the next. */
export const planEnd = z.object({ day, ended: z.boolean() })
export type PlanEnd = z.infer<typeof planEnd>

export const calendarPlant = z.object({
  plant_id: id,
  plantname: z.string(),
  timezone: z.string(),
  /** Present day in the plant. */
  today: day,
  /** Start of the visible history of a Basic plant; null without a limit. */
  historySince: instant.nullable(),
})

export const testCalendar = z.object({
  plants: z.array(calendarPlant),
  planned: z.array(plannedTests).max(2 * calendarLimits.units + calendarLimits.tests),
  tests: z.array(calendarTest).max(calendarLimits.tests),
  changes: z.array(planChange).max(calendarLimits.changes),
  /** Measurements due in the year. */
  lightRepeats: z.array(lightRepeat).max(calendarLimits.lightRepeats),
  /** Whether the calendar was truncated. */
  cut: z.boolean(),
})
export type TestCalendar = z.infer<typeof testCalendar>

/** Maximum feeds of one person. */
export const maxFeedsPerPerson = 10

/** Calendar feed of next tests; its address is shown once. */
export const calendarFeed = z.object({
  id,
  name: z.string(),
  /** Its plant; null for all plants of the person. */
  plant: z.object({ id, name: z.string() }).nullable(),
  madeAt: instant,
  /** Last access by a program, to the minute; null until the first. */
  fetchedAt: instant.nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>
