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

/** Only tests of these devices are listed, with their results alone: figures count them and no others. */
const devicesType = z.enum(deviceLists).default('all')

const unitOfPlant = { plantId, topic: unitTopic }
/** Units that are asked for a test in one go. */
const maxTestedUnits = 128
/** A unit adds period and deferral to it: what comes of that must still be a date of four digits. */
const lastTestYear = 2099
const testDate = limitYears(
  z.iso.datetime({ error: ({ input }) => (input === '' ? 'test_date_empty' : 'not_a_date') }).max(40),
).refine((at) => !(new Date(at).getUTCFullYear() > lastTestYear), { error: 'test_date_late' })
const moment = {
  permission: 'plant.operate',
  /** When the next one starts, which lies ahead, in 2099 at the latest. */
  input: z.strictObject({ ...unitOfPlant, set: testDate }),
  output: commandReceipt,
  errors: [...commandRefusals, 'TEST_DATE_PAST'],
  effect: 'write',
  about: 'unit',
} as const
const period = {
  permission: 'plant.operate',
  /** Every how long it repeats; deferred puts the next one off by 7 days. */
  input: z.strictObject({ ...unitOfPlant, period: testPeriod, differito: z.boolean().default(false) }),
  output: commandReceipt,
  errors: commandRefusals,
  effect: 'write',
  about: 'unit',
} as const

export const testActions = defineActions({
  /**
   * Starts a test: on the lamps at the given positions, or on every emergency lamp of the unit where `addr` is empty. Lamps
   * that have no mains are left out. An autonomy test is refused first where the batteries may not be charged, by an autonomy
   * test or a mains failure of the last 24 h, and where it discharges lamps of both test groups at once: `anyway` starts it.
   */
  ftest: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.array(z.int().min(1).max(992)).max(992),
      kind: z.enum(testKinds).default('functional'),
      /** Whoever asks knows what speaks against an autonomy test now, and wants it. */
      anyway: z.boolean().default(false),
    }),
    output: commandReceipt.extend({
      test: testRun,
      /** Positions of the lamps that have no mains now. */
      leftOut: z.array(z.int()),
    }),
    errors: [
      ...commandRefusals,
      ...(['LAMP_NOT_FOUND', 'NO_LAMPS_TO_TEST', 'UNIT_WITHOUT_MAINS', 'TEST_ALREADY_RUNNING'] as const),
      ...(['BATTERIES_NOT_CHARGED', 'BOTH_TEST_GROUPS'] as const),
    ],
    effect: 'write',
    about: 'unit',
  },
  /**
   * The same test on units of a plant in one call. Each unit is started or refused by itself, and the answer says which: a browser that is
   * closed meanwhile misses none. Asked for again, what runs is not started twice.
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
            /** As `ftest` has it, of this unit. */
            anyway: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(maxTestedUnits),
    }),
    output: z.object({
      units: z.array(
        z.object({
          topic: z.string(),
          /** Null where it was refused. */
          test: testRun.nullable(),
          leftOut: z.array(z.int()),
          /** As `ftest` refuses. */
          refused: z.object({ code: z.string(), details: z.unknown() }).nullable(),
        }),
      ),
    }),
    errors: ['UNIT_BUSY', 'COMMAND_UNKNOWN'],
    effect: 'write',
    about: 'unit',
    cost: 10,
  },
  /**
   * Has the platform start a test later on one or several units, all of them or none: at a time, or where none is given once the batteries have been charged without a break. It is
   * kept over restarts. A unit that is away at the time is not tested, and the test says so. The same test that waits already is not kept twice.
   */
  holdTest: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      units: z
        .array(z.strictObject({ topic: unitTopic, addr: z.array(z.int().min(1).max(992)).max(992) }))
        .min(1)
        .max(maxTestedUnits),
      kind: z.enum(testKinds),
      startsAt: testDate.optional(),
    }),
    output: z.object({ held: z.array(heldTest) }),
    errors: [
      ...(['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'LAMP_NOT_FOUND', 'NO_LAMPS_TO_TEST'] as const),
      ...(['TEST_DATE_PAST', 'HELD_TESTS_LIMIT'] as const),
    ],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** Takes back a test that waits; not one that is to prove what was done about a fault. */
  cancelHeldTest: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, heldTestId: id }),
    output: z.object({}),
    errors: ['HELD_TEST_NOT_FOUND', 'HELD_TEST_PROVES_WORK'],
    effect: 'write',
    about: 'unit',
  },
  /** The tests of a plant that wait for their time or for charged batteries. */
  getHeldTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ held: z.array(heldTest) }),
    errors: [],
    effect: 'read',
  },
  /** Stops a running test of a unit. While a stop is pending, asking again answers that one. */
  stopTest: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, testId: id }),
    output: commandReceipt,
    errors: [...nonConfiguringCommandRefusals, 'TEST_NOT_FOUND', 'TEST_NOT_RUNNING'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** The tests of a plant, newest first; of a Basic plant those of the last 30 days. */
  getTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, page, devicesType }),
    output: z.object({
      tests: z.array(testRun),
      total: z.int(),
      /** Older tests that are kept and not shown, because the plant is Basic. */
      hidden: z.int(),
      /** The last test of the plant where it is among those: it can still be read. */
      last: testRun.nullable(),
    }),
    errors: [],
    effect: 'read',
  },
  /** One test and a page of its results. */
  getTestReport: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      testId: id,
      devicesType,
      page,
      /** As many as the operator has set where it is left out. */
      pageSize: z.int().min(1).max(1000).optional(),
      result: z.enum(testResults).optional(),
      search: line(80).default(''),
      sort: z.enum(['at', 'lamp', 'result']).default('lamp'),
      descending: z.boolean().default(false),
    }),
    output: z.object({ test: testRun, results: z.array(testResult), total: z.int() }),
    errors: ['TEST_NOT_FOUND', 'HISTORY_LIMIT_BASIC'],
    effect: 'read',
    cost: 4,
  },
  /**
   * What autonomy tests last measured of each lamp of a plant. Of a lamp that none has measured to the end: its last
   * result, with the reason. A lamp that was never tested is not among them.
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
  /** When a unit next starts its functional test by itself. */
  setDateTimeFunzionale: moment,
  /** When a unit next starts its autonomy test by itself. */
  setDateTimeAutonomia: moment,
  /** Sets how often the functional test runs. */
  setPeriodFunzionale: period,
  /** Sets how often the autonomy test runs. */
  setPeriodAutonomia: period,
})

export const testErrors = defineErrors({
  TEST_NOT_FOUND: 404,
  TEST_ALREADY_RUNNING: 409,
  TEST_NOT_RUNNING: 409,
  NO_LAMPS_TO_TEST: 409,
  UNIT_WITHOUT_MAINS: 409,
  /**
   * Lamps of an autonomy test were discharged in the last 24 h. The details say `until` when, `by` a `test` or the `mains`, and
   * how many `lamps`; and of `bothTestGroups` how many are `even` and `odd`, where that is to be asked too.
   */
  BATTERIES_NOT_CHARGED: 409,
  /** An autonomy test would leave no test group ready; the details say how many lamps are `even` and `odd`. */
  BOTH_TEST_GROUPS: 409,
  TEST_DATE_PAST: 400,
  /** It has begun, or was taken back. */
  HELD_TEST_NOT_FOUND: 404,
  HELD_TESTS_LIMIT: 409,
  /** It proves what was done about a fault: nothing else closes that. */
  HELD_TEST_PROVES_WORK: 409,
  HISTORY_LIMIT_BASIC: 403,
})

export const testEvents = defineEvents({
  /** A test began, moved on or ended; with the results that came since the last event. */
  ftest: z.object({ plant_id: id, test: testRun, results: z.array(testResult) }),
  /** A test waits, has begun or waits for something else. */
  heldTest: z.object({ plant_id: id }),
})
