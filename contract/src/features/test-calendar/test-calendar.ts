import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { testPeriod } from '../central-units/test-schedule.ts'
import { testKinds, testRun } from '../emergency-tests/test-run.ts'

/** How much one calendar holds at most, so that the answer stays of a size, however large the estate is. */
export const calendarLimits = { units: 500, tests: 2000, changes: 200, lightRepeats: 500 } as const

/** A day in the plant's zone: `2026-11-30`. */
const day = z.iso.date()

/** What is planned of one kind of test of a unit in the year. */
export const plannedTests = z.object({
  plant_id: id,
  cu: z.string(),
  cu_id: z.string(),
  description: z.string(),
  kind: z.enum(testKinds),
  /** Who starts it: the unit by itself, or the platform, which needs the line for it. */
  by: z.enum(['unit', 'platform']),
  period: testPeriod.nullable(),
  /** The next one was put off by 7 days. */
  deferred: z.boolean(),
  /** In order; `overdue` is one that should have begun by now. */
  dates: z.array(z.object({ at: instant, day, overdue: z.boolean() })),
})
export type PlannedTests = z.infer<typeof plannedTests>

/** A test that was run, or was to be. */
export const calendarTest = z.object({
  plant_id: id,
  cu_id: z.string(),
  description: z.string(),
  /** When it began, or was asked for where it did not. */
  at: instant,
  day,
  test: testRun,
})
export type CalendarTest = z.infer<typeof calendarTest>

const planned = z.string().nullable()
export const planFields = ['set', 'period', 'differito'] as const
/** What somebody changed of a unit's plan. */
export const planChange = z.object({
  at: instant,
  plant_id: id,
  /** The unit by the name that it had then. */
  unit: z.string(),
  cu: z.string(),
  kind: z.enum(testKinds),
  field: z.enum(planFields),
  /** An instant, a period, `true` or `false`; null where the unit had not told. */
  before: planned,
  after: planned,
  by: z.string(),
})
export type PlanChange = z.infer<typeof planChange>

/** The light of a plant is to be measured again by this day, five years after it was. */
export const lightRepeat = z.object({
  plant_id: id,
  measuredOn: day,
  day,
  /** The day has passed. */
  overdue: z.boolean(),
})
export type LightRepeat = z.infer<typeof lightRepeat>

/** The next test of a kind that the platform starts on a unit. What the unit begins by itself stands in its detail. */
export const nextTest = z.object({ cu: z.string(), kind: z.enum(testKinds), at: instant })
export type NextTest = z.infer<typeof nextTest>

/** The last day of the year plan in force, once that is near or has passed; then somebody is to propose the next. */
export const planEnd = z.object({ day, ended: z.boolean() })
export type PlanEnd = z.infer<typeof planEnd>

export const calendarPlant = z.object({
  plant_id: id,
  plantname: z.string(),
  timezone: z.string(),
  /** The day that it is there now. */
  today: day,
  /** Nothing before it is shown, because the plant is Basic; null where all is. */
  historySince: instant.nullable(),
})

export const testCalendar = z.object({
  plants: z.array(calendarPlant),
  planned: z.array(plannedTests).max(2 * calendarLimits.units + calendarLimits.tests),
  tests: z.array(calendarTest).max(calendarLimits.tests),
  changes: z.array(planChange).max(calendarLimits.changes),
  /** Those whose day lies in the year. */
  lightRepeats: z.array(lightRepeat).max(calendarLimits.lightRepeats),
  /** There is more of the year than one calendar holds. */
  cut: z.boolean(),
})
export type TestCalendar = z.infer<typeof testCalendar>

/** Most feeds that one person keeps. */
export const maxFeedsPerPerson = 10

/** An address under which a calendar program reads the next tests; the address itself is told once. */
export const calendarFeed = z.object({
  id,
  name: z.string(),
  /** The one plant that it is of; null for all of the person's. */
  plant: z.object({ id, name: z.string() }).nullable(),
  madeAt: instant,
  /** When a program last read it, to the minute; null until one did. */
  fetchedAt: instant.nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>
