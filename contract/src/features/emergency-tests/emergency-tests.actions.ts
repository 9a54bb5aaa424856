import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, limitYears, line, page, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { testPeriod } from '../central-units/test-schedule.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals, nonConfiguringCommandRefusals } from '../commands/command-refusals.ts'
import { deviceLists } from '../lamps/lamp.rules.ts'
import { heldTest } from './held-test.ts'
import { testKinds, testResult, testResults, testRun } from './test-run.ts'

/** Filter for tests of these devices; only their results are listed and counted. */
const devicesType = z.enum(deviceLists).default('all')

const unitOfPlant = { plantId, topic: unitTopic }
/** Maximum units per call. */
const maxTestedUnits = 128
/** Upper bound: the date stays within four-digit years after the unit adds period and deferral. */
const lastTestYear = 2099
const testDate = limitYears(
  z.iso.datetime({ error: ({ input }) => (input === '' ? 'test_date_empty' : 'not_a_date') }).max(40),
).refine((at) => !(new Date(at).getUTCFullYear() > lastTestYear), { error: 'test_date_late' })
const moment = {
  permission: 'plant.operate',
  /** Next start, in the future and in 2099 at the latest. */
  input: z.strictObject({ ...unitOfPlant, set: testDate }),
  output: commandReceipt,
  errors: [...commandRefusals, 'TEST_DATE_PAST'],
  effect: 'write',
  program: 'configure',
  about: 'unit',
} as const
const period = {
  permission: 'plant.operate',
  /** Test period; `differito` postpones the next test by 7 days. */
  input: z.strictObject({ ...unitOfPlant, period: testPeriod, differito: z.boolean().default(false) }),
  output: commandReceipt,
  errors: commandRefusals,
  effect: 'write',
  program: 'configure',
  about: 'unit',
} as const

/** Functional and autonomy tests: starting, stopping and results. */
export const testActions = defineActions({
  /**
   * Starts a test on the lamps at the given positions, or on all emergency lamps of the unit if `addr` is empty; lamps
   * without mains are left out. Without `anyway` an autonomy test is refused in two cases: it covers both test groups,
   * or batteries were discharged in the last 24 h by an autonomy test or a mains failure.
   */
  ftest: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.array(z.int().min(1).max(992)).max(992),
      kind: z.enum(testKinds).default('functional'),
      /** The caller knows the objections against an autonomy test and confirms it. */
      anyway: z.boolean().default(false),
    }),
    output: commandReceipt.extend({
      test: testRun,
      /** Positions of lamps currently without mains. */
      leftOut: z.array(z.int()),
    }),
    errors: [
      ...commandRefusals,
      ...(['LAMP_NOT_FOUND', 'NO_LAMPS_TO_TEST', 'UNIT_WITHOUT_MAINS', 'TEST_ALREADY_RUNNING'] as const),
      ...(['BATTERIES_NOT_CHARGED', 'BOTH_TEST_GROUPS'] as const),
    ],
    effect: 'write',
    program: 'operate',
    about: 'unit',
  },
  /**
   * Starts the same test on several units in one server call, so a closed browser skips none. Each unit starts or
   * refuses independently; repeating the call does not restart a running test.
   */
  startTests: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      kind: z.enum(testKinds),
      units: z
        .array(
          z.strictObject({
            topic: unitTopic,
            addr: z.array(z.int().min(1).max(992)).max(992),
            /** As in `ftest`, for this unit. */
            anyway: z.boolean().default(false),
          }),
        )
        .min(1, { error: 'no_device_selected' })
        .max(maxTestedUnits),
    }),
    output: z.object({
      units: z.array(
        z.object({
          topic: z.string(),
          /** Null if refused. */
          test: testRun.nullable(),
          leftOut: z.array(z.int()),
          /** Refusal as in `ftest`. */
          refused: z.object({ code: z.string(), details: z.unknown() }).nullable(),
        }),
      ),
    }),
    errors: [],
    effect: 'write',
    program: 'operate',
    about: 'unit',
    cost: 10,
  },
  /**
   * Schedules a test on units, all or none: for a given time, or once the batteries have charged without interruption.
   * It survives restarts; a unit offline at this time is not tested, and the test says so. An identical held test is
   * not added twice.
   */
  holdTest: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      units: z
        .array(z.strictObject({ topic: unitTopic, addr: z.array(z.int().min(1).max(992)).max(992) }))
        .min(1, { error: 'no_device_selected' })
        .max(maxTestedUnits),
      kind: z.enum(testKinds),
      startsAt: testDate.optional(),
      /** The caller confirms an autonomy test of both test groups of a unit. */
      anyway: z.boolean().default(false),
    }),
    output: z.object({ held: z.array(heldTest) }),
    errors: [
      ...(['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'LAMP_NOT_FOUND', 'NO_LAMPS_TO_TEST'] as const),
      ...(['TEST_DATE_PAST', 'HELD_TESTS_LIMIT', 'BOTH_TEST_GROUPS'] as const),
    ],
    effect: 'write',
    program: 'operate',
    about: 'unit',
    alone: true,
  },
  /** Cancels a held test, except a re-test after a repair. */
  cancelHeldTest: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, heldTestId: id }),
    output: z.object({}),
    errors: ['HELD_TEST_NOT_FOUND', 'HELD_TEST_PROVES_WORK'],
    effect: 'write',
    program: 'operate',
    about: 'unit',
  },
  /** Lists the tests of a plant waiting for their time or for charged batteries. */
  getHeldTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ held: z.array(heldTest) }),
    errors: [],
    effect: 'read',
  },
  /** Stops a running test of a unit. While a stop is pending, a repeated call returns it. */
  stopTest: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, testId: id }),
    output: commandReceipt,
    errors: [...nonConfiguringCommandRefusals, 'TEST_NOT_FOUND', 'TEST_NOT_RUNNING'],
    effect: 'write',
    program: 'operate',
    about: 'unit',
    alone: true,
  },
  /** Lists the tests of a plant, newest first; Basic plants get those of the last 30 days. */
  getTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, page, devicesType }),
    output: z.object({
      tests: z.array(testRun),
      total: z.int(),
      /** Older tests hidden from a Basic plant. */
      hidden: z.int(),
      /** Last test of the plant if it is hidden; it remains readable. */
      last: testRun.nullable(),
    }),
    errors: [],
    effect: 'read',
  },
  /** Returns one test and a page of its results. */
  getTestReport: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      testId: id,
      devicesType,
      page,
      /** Default is the operator's setting. */
      pageSize: z.int().min(1).max(1000).optional(),
      result: z.enum(testResults).optional(),
      search: line(80).default(''),
      /** `failedFirst` also lists the newest first among the failed and among the others. */
      sort: z.enum(['at', 'lamp', 'result', 'failedFirst']).default('lamp'),
      descending: z.boolean().default(false),
    }),
    output: z.object({ test: testRun, results: z.array(testResult), total: z.int() }),
    errors: ['TEST_NOT_FOUND', 'HISTORY_LIMIT_BASIC'],
    effect: 'read',
    cost: 4,
  },
  /**
   * Returns the last measurement by an autonomy test for each lamp of a plant. A lamp without a complete measurement
   * has its last result with the reason; lamps without a test are absent.
   */
  getAutonomyResults: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      lamps: z.array(
        testResult.pick({
          cu: true,
          serial: true,
          result: true,
          reason: true,
          measured_s: true,
          rated_min: true,
          at: true,
        }),
      ),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Sets the next automatic functional test of a unit. */
  setDateTimeFunzionale: moment,
  /** Sets the next automatic autonomy test of a unit. */
  setDateTimeAutonomia: moment,
  /** Sets the period of the functional test. */
  setPeriodFunzionale: period,
  /** Sets the period of the autonomy test. */
  setPeriodAutonomia: period,
})

export const testErrors = defineErrors({
  TEST_NOT_FOUND: 404,
  TEST_ALREADY_RUNNING: 409,
  TEST_NOT_RUNNING: 409,
  NO_LAMPS_TO_TEST: 409,
  UNIT_WITHOUT_MAINS: 409,
  /**
   * Lamps of an autonomy test were discharged in the last 24 h. The details give `until`, `by` (`test` or `mains`) and
   * `lamps`. If both test groups must also be confirmed, `bothTestGroups` has the counts `even` and `odd`.
   */
  BATTERIES_NOT_CHARGED: 409,
  /** An autonomy test would leave no test group ready; the details give the number of `even` and `odd` lamps. */
  BOTH_TEST_GROUPS: 409,
  TEST_DATE_PAST: 400,
  /** It has started or was canceled. */
  HELD_TEST_NOT_FOUND: 404,
  HELD_TESTS_LIMIT: 409,
  /** Only this re-test can close the fault of a repair. */
  HELD_TEST_PROVES_WORK: 409,
  HISTORY_LIMIT_BASIC: 403,
})

export const testEvents = defineEvents({
  /** A test started, progressed or ended; with the results since the last event. */
  ftest: z.object({ plant_id: id, test: testRun, results: z.array(testResult) }),
  /** A held test was added, started, or has a new reason to wait. */
  heldTest: z.object({ plant_id: id }),
})
