import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { testKinds, testResult } from '../emergency-tests/test-run.ts'
import { plantResults } from '../plants/plant.ts'

/** What a report over a plant spans; a Basic plant has that of its last test alone. Specification section 9. */
export const reportPeriods = ['lastTest', 'last3Months', 'lastYear', 'last2Years', 'plantLife'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** What a lamp comes to in a report: the worse of its last results, or that no test of the span has a result of it. */
export const lampOutcomes = ['failed', 'notExecuted', 'passed', 'notTested'] as const
export type LampOutcome = (typeof lampOutcomes)[number]

/** The last result of one kind of test in the span. */
const lastResult = testResult.pick({
  result: true,
  reason: true,
  measured_s: true,
  rated_min: true,
  at: true,
  clockWrong: true,
})
export type LastResult = z.infer<typeof lastResult>

export const reportRow = testResult
  .pick({ cu: true, lamp: true, serial: true, description: true, location: true })
  .extend({
    outcome: z.enum(lampOutcomes),
    functional: lastResult.nullable(),
    autonomy: lastResult.nullable(),
  })
export type ReportRow = z.infer<typeof reportRow>

/** How many lamps of the filter came to what in one kind of test. */
const tally = z.record(z.enum(lampOutcomes), z.int())
export type Tally = z.infer<typeof tally>

const reportUnit = z.object({
  cu: z.string(),
  description: z.string(),
  location: z.string(),
  /** It is connected now; null for one that has left the plant. */
  connected: z.boolean().nullable(),
  lamps: z.int(),
  /** What its lamps came to, as the plant: one that failed makes it failed. */
  functional: z.enum(plantResults),
  autonomy: z.enum(plantResults),
})
export type ReportUnit = z.infer<typeof reportUnit>

/** What the rows of a report can be sorted by. */
export const rowSorts = ['lamp', 'place', 'outcome', 'functional', 'autonomy', 'measured'] as const
export type RowSort = (typeof rowSorts)[number]

export const plantReport = z.object({
  period: z.enum(reportPeriods),
  /** The first moment of it, by the clock of the plant; null for the life of the plant, and where no test was made. */
  from: instant.nullable(),
  until: instant,
  /** A lamp failed, in the period or open from before; or every unit is disconnected, or all that was tested passed; else nobody can say. */
  result: z.enum(plantResults),
  /** Lamps that hang there, failed their last test of a kind before the period, and did not in it: none of its rows says so. */
  openBefore: z.int(),
  units: z.array(reportUnit),
  rows: z.array(reportRow),
  total: z.int(),
  /** What all rows of the filter came to, over all pages. */
  figures: z.object({ lamps: tally, functional: tally, autonomy: tally }),
  /** How many tests of each kind are in it. */
  tests: z.record(z.enum(testKinds), z.int()),
  /** Tests that still run are not counted. */
  running: z.int(),
})
export type PlantReport = z.infer<typeof plantReport>
