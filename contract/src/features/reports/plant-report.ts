import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { testKinds, testResult } from '../emergency-tests/test-run.ts'
import { plantResults } from '../plants/plant.ts'

/** Periods of a plant report; Basic plants have only the last test (specification, section 9). */
export const reportPeriods = ['lastTest', 'last3Months', 'lastYear', 'last2Years', 'plantLife'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** Outcome of a lamp in a report: the worse of its last two results; `notTested` without one in the period. */
export const lampOutcomes = ['failed', 'notExecuted', 'passed', 'notTested'] as const
export type LampOutcome = (typeof lampOutcomes)[number]

/** Last result of one kind of test in the period. */
const lastResult = testResult.pick({
  result: true,
  reason: true,
  measured_s: true,
  measured_bound: true,
  rated_min: true,
  at: true,
  clockWrong: true,
})
export type LastResult = z.infer<typeof lastResult>

export const reportRow = testResult
  .pick({ cu: true, lamp: true, serial: true, description: true, location: true })
  .extend({
    outcome: z.enum(lampOutcomes),
    /** Whether the lamp has left the plant: its results are history, and its faults are not open. */
    isFormer: z.boolean(),
    functional: lastResult.nullable(),
    autonomy: lastResult.nullable(),
  })
export type ReportRow = z.infer<typeof reportRow>

/** Number of filtered lamps by outcome of one kind of test. */
const tally = z.record(z.enum(lampOutcomes), z.int())
export type Tally = z.infer<typeof tally>

const reportUnit = z.object({
  cu: z.string(),
  description: z.string(),
  location: z.string(),
  /** Whether it is connected now; null if it has left the plant. */
  connected: z.boolean().nullable(),
  lamps: z.int(),
  /** Overall results of its lamps; one failure decides. */
  functional: z.enum(plantResults),
  autonomy: z.enum(plantResults),
})
export type ReportUnit = z.infer<typeof reportUnit>

/** Sort keys of the rows of a report. */
export const rowSorts = ['lamp', 'place', 'outcome', 'functional', 'autonomy', 'measured'] as const
export type RowSort = (typeof rowSorts)[number]

export const plantReport = z.object({
  period: z.enum(reportPeriods),
  /** Start of the period by the clock of the plant; null for the life of the plant, and without tests. */
  from: instant.nullable(),
  until: instant,
  /**
   * Failed if a present lamp has an open failed test; else disconnected if every unit is, passed if all tested lamps
   * passed, or unknown.
   */
  result: z.enum(plantResults),
  /** Present lamps with an open failed test from before the period, outside all rows. */
  openBefore: z.int(),
  /** Further present lamps with a failure in a running test. */
  openRunning: z.int(),
  units: z.array(reportUnit),
  rows: z.array(reportRow),
  total: z.int(),
  /** Outcomes of the present lamps of the report, whatever the filter of its rows. */
  figures: z.object({ lamps: tally, functional: tally, autonomy: tally }),
  /** Number of tests of each kind in the period. */
  tests: z.record(z.enum(testKinds), z.int()),
  /** Running tests, which are not counted. */
  running: z.int(),
})
export type PlantReport = z.infer<typeof plantReport>
