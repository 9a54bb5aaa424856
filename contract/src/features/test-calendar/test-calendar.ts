import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { testVerdicts } from '../emergency-tests/test.rules.ts'
import { testKinds } from '../emergency-tests/test-run.ts'

/** Bounds of a page: an answer stays below 100 KB. */
export const calendarLimits = { testsPerPage: 200, changesPerPage: 200, lightRepeatsPerPage: 200 } as const

/** Day in the plant's zone, such as `2026-11-30`. */
const day = z.iso.date()

/** Plant as a calendar names it. */
const namedPlant = { plant_id: id, plantname: z.string() }

/** Plant of a calendar for a single plant. */
export const calendarPlant = z.object({
  ...namedPlant,
  timezone: z.string(),
  /** Present day in the plant. */
  today: day,
})

const countOfDay = z.int().min(0)

/** Tests and light measurements of a day. A day is done when all its tests were executed. */
export const calendarDay = z.object({
  day,
  functional: countOfDay,
  autonomy: countOfDay,
  light: countOfDay,
  done: z.boolean(),
  /** A test past its start, or a due light measurement. */
  overdue: z.boolean(),
  /** A test in which lamps failed. */
  failed: z.boolean(),
})
export type CalendarDay = z.infer<typeof calendarDay>

/** Verdict of an executed test, and its id in the report. */
const executedTest = z.object({ id, verdict: z.enum(testVerdicts) })

/** Test of a month: planned, or executed. */
export const calendarTest = z.object({
  ...namedPlant,
  timezone: z.string(),
  cu: z.string(),
  cu_id: z.string(),
  description: z.string(),
  kind: z.enum(testKinds),
  /** Start of the test, planned or real; its request if it did not start. */
  at: instant,
  day,
  /** Starter of a planned test: the unit, or the platform, which must reach it; null once it was executed. */
  by: z.enum(['unit', 'platform']).nullable(),
  /** Whether the unit postponed this test by 7 days. */
  deferred: z.boolean(),
  /** Whether a planned test should have started. */
  overdue: z.boolean(),
  test: executedTest.nullable(),
})
export type CalendarTest = z.infer<typeof calendarTest>

const plannedDate = z.string().nullable()
export const planFields = ['set', 'period', 'differito'] as const
/** Change of a unit's plan by a person. */
export const planChange = z.object({
  ...namedPlant,
  timezone: z.string(),
  at: instant,
  /** Name of the unit at the time. */
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
  ...namedPlant,
  measuredOn: day,
  day,
  /** Whether the day has passed. */
  overdue: z.boolean(),
})
export type LightRepeat = z.infer<typeof lightRepeat>

/** First test after the present, in any plant of a calendar. */
export const firstTest = calendarPlant.pick({ plant_id: true, plantname: true, timezone: true }).extend({
  kind: z.enum(testKinds),
  at: instant,
})

/** Next test of a kind, started by the platform on a unit. The unit's automatic tests are in its detail. */
export const nextTest = z.object({ cu: z.string(), kind: z.enum(testKinds), at: instant })
export type NextTest = z.infer<typeof nextTest>

/** Last day of the current year plan, once it is near or past: a person must propose the next. */
export const planEnd = z.object({ day, ended: z.boolean() })
export type PlanEnd = z.infer<typeof planEnd>

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
