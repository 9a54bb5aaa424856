import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, line, page, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { testPeriod } from '../central-units/test-schedule.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { testKinds, testResult, testResults, testRun } from './test-run.ts'

/** Rows of one page of a report. */
export const reportPageRows = 25

const onUnit = { plantId, topic: unitTopic }
const moment = {
  permission: 'plant.operate',
  /** When the next one starts, which lies ahead. */
  input: z.strictObject({ ...onUnit, set: z.iso.datetime({ error: 'test_date_empty' }).max(40) }),
  output: commandReceipt,
  errors: [...commandRefusals, 'TEST_DATE_PAST'],
  effect: 'write',
} as const
const period = {
  permission: 'plant.operate',
  /** Every how long it repeats; deferred puts the next one off by 7 days. */
  input: z.strictObject({ ...onUnit, period: testPeriod, differito: z.boolean().default(false) }),
  output: commandReceipt,
  errors: commandRefusals,
  effect: 'write',
} as const

export const testActions = defineActions({
  /** Starts a test: on the lamps at the given positions, or on every emergency lamp of the unit where `addr` is empty. */
  ftest: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.array(z.int().min(1).max(992)).max(992),
      kind: z.enum(testKinds).default('functional'),
    }),
    output: commandReceipt.extend({ test: testRun }),
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'NO_LAMPS_TO_TEST', 'TEST_ALREADY_RUNNING'],
    effect: 'write',
  },
  /** Stops a running test of a unit. */
  stopTest: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, testId: id }),
    output: commandReceipt,
    errors: [...commandRefusals, 'TEST_NOT_FOUND', 'TEST_NOT_RUNNING'],
    effect: 'write',
  },
  /** The tests of a plant, newest first. */
  getTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, page }),
    output: z.object({ tests: z.array(testRun), total: z.int() }),
    errors: [],
    effect: 'read',
  },
  /** One test and a page of its results. */
  getTestReport: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      testId: id,
      page,
      pageSize: z.int().min(1).max(1000).default(reportPageRows),
      result: z.enum(testResults).optional(),
      search: line(80).default(''),
      sort: z.enum(['at', 'lamp', 'result']).default('lamp'),
      descending: z.boolean().default(false),
    }),
    output: z.object({ test: testRun, results: z.array(testResult), total: z.int() }),
    errors: ['TEST_NOT_FOUND'],
    effect: 'read',
    cost: 4,
  },
  /** When a unit next starts its functional test by itself. */
  setDateTimeFunzionale: moment,
  /** When a unit next starts its autonomy test by itself. */
  setDateTimeAutonomia: moment,
  /** Sets how often the functional test runs. */
  setPeriodFunzionale: period,
  /** Sets how often the autonomy test runs. */
  setPeriodAutonomia: period,
})
