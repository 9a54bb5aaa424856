import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import {
  dayRange,
  id,
  inputDay,
  isOrderedRange,
  language,
  line,
  page,
  plantId,
  rangeRefusal,
} from '../../kernel/primitives.ts'
import { billKinds } from '../bill-of-materials/bill.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { testResults } from '../emergency-tests/test-run.ts'
import { energyPeriods } from '../energy/energy.ts'
import { fileLink } from '../files/file.ts'
import { paperSizeNames } from '../floor-plans/floor-plan.ts'
import { deviceLists } from '../lamps/lamp.rules.ts'
import { entryResults } from '../logbook/entry-kinds.ts'
import { entryGroupNames } from '../logbook/logbook-entry.ts'
import { lampOutcomes, plantReport, reportPeriods, rowSorts } from './plant-report.ts'
import { report } from './report.ts'
import { reportMail, reportRhythms } from './report-mail.ts'
import { testFindings } from './test-findings.ts'

/** Which lamps a report over a plant is about. */
const ofPlant = {
  plantId,
  period: z.enum(reportPeriods),
  devicesType: z.enum(deviceLists).default('all'),
  outcome: z.enum(lampOutcomes).optional(),
  search: line(80).default(''),
}
const order = { sort: z.enum(rowSorts).default('lamp'), descending: z.boolean().default(false) }

/** An action that orders a PDF: expensive, so its rate is limited for each caller. */
const ordersPdf = {
  permission: 'plant.view',
  output: z.object({ report }),
  effect: 'write',
  inArchive: true,
  about: 'report',
  alone: true,
  cost: 20,
  limit: { calls: 20, windowS: 60 },
} as const

export const reportActions = defineActions({
  /**
   * What tests of a period found: the plant in one word, its units, and a page of its lamps with the last functional and autonomy result of
   * each. A Basic plant has the report of its last test alone. Lamps without a result in the period are in it, as not tested.
   */
  getGlobalReports: {
    permission: 'plant.view',
    input: z.strictObject({
      ...ofPlant,
      ...order,
      page,
      /** As many as the operator has set where it is left out. */
      pageSize: z.int().min(1).max(1000).optional(),
    }),
    output: plantReport,
    errors: ['REPORT_LIMIT_BASIC'],
    effect: 'read',
    cost: 8,
  },
  /** Has the report over a plant made as PDF, in the reader's language: every lamp of the filter; it is announced when it is ready. */
  createGlobalReport: {
    ...ordersPdf,
    input: z.strictObject({ ...ofPlant, language }),
    errors: ['REPORT_LIMIT_BASIC', 'FILE_QUOTA_EXCEEDED'],
  },
  /** The report over the plant that the caller has sent by mail; null where none is. */
  getReportMail: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ mail: reportMail.nullable() }),
    errors: [],
    effect: 'read',
  },
  /**
   * Has the report over the plant sent to the caller's own address, weekly or monthly, as PDF in the language of their account; or no longer,
   * where no rhythm is given. It ends by itself when they may no longer see the plant. A Basic plant has the report of its last test alone.
   */
  saveReportMail: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      rhythm: z.enum(reportRhythms).nullable(),
      period: z.enum(reportPeriods).default('last3Months'),
    }),
    output: z.object({ mail: reportMail.nullable() }),
    errors: ['REPORT_LIMIT_BASIC'],
    effect: 'write',
    inArchive: true,
    about: 'plant',
  },
  /** What a test means: what has changed since the tests before it, which spare parts its failed lamps ask for, and how near to their end others are. */
  getTestFindings: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, testId: id, devicesType: z.enum(deviceLists).default('all') }),
    output: testFindings,
    errors: ['TEST_NOT_FOUND', 'HISTORY_LIMIT_BASIC'],
    effect: 'read',
    cost: 4,
  },
  /** Has the PDF of a test made, in the reader's language; it is announced when it is ready. */
  createReport: {
    ...ordersPdf,
    input: z.strictObject({
      plantId,
      testId: id,
      language,
      result: z.enum(testResults).optional(),
      /** The results of these devices alone. */
      devicesType: z.enum(deviceLists).default('all'),
    }),
    errors: ['TEST_NOT_FOUND', 'REPORT_LIMIT_BASIC', 'FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Has the bill of materials of a plant made as PDF, in the reader's language and with prices where the reader sees them; it is announced
   * as a report when it is ready.
   */
  createBillReport: {
    ...ordersPdf,
    input: z.strictObject({ plantId, of: z.enum(billKinds).default('wired'), language }),
    errors: ['FILE_QUOTA_EXCEEDED'],
  },
  /** Has a verification made as PDF, in the reader's language, as it stands; it is announced as a report when it is ready. */
  createHandoverReport: {
    ...ordersPdf,
    input: z.strictObject({ plantId, handoverId: id, language }),
    errors: ['HANDOVER_NOT_FOUND', 'FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Has the logbook made as PDF, in the reader's language: the six items first, then the entries of the filters in order of their numbers.
   * A Basic plant gets what happened in the last 30 days.
   */
  createLogbookReport: {
    ...ordersPdf,
    input: z
      .strictObject({
        plantId,
        language,
        ...dayRange,
        topic: unitTopic.optional(),
        of: z.enum(entryGroupNames).optional(),
        result: z.enum(entryResults).optional(),
        search: line(80).default(''),
      })
      .refine(isOrderedRange, rangeRefusal),
    errors: ['FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Has what the lamps of a plant, or of one of its monitoring zones, used in a period made as PDF, in the reader's language: the numbers of the
   * screen, with baseline, prices and CO2 factor beside what was saved; it is announced as a report when it is ready.
   */
  createEnergyReport: {
    ...ordersPdf,
    input: z.strictObject({
      plantId,
      zoneId: id.optional(),
      period: z.enum(energyPeriods),
      /** Any day of the period; today where it is left out. */
      date: inputDay.optional(),
      language,
    }),
    errors: ['ZONE_NOT_FOUND', 'FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Has a floor plan made as PDF, in the reader's language and on paper of a size: the drawing with every lamp in its place and state, legend,
   * scale and a list of the lamps.
   */
  createFloorPlanReport: {
    ...ordersPdf,
    input: z.strictObject({ plantId, planId: id, paper: z.enum(paperSizeNames).default('a4'), language }),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'FILE_QUOTA_EXCEEDED'],
  },
  /** One report, as it stands now. */
  getReport: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, reportId: id }),
    output: z.object({ report }),
    errors: ['REPORT_NOT_FOUND'],
    effect: 'read',
  },
  /** Gives leave to fetch a finished report. It changes nothing, but it stands in the audit as a write does. */
  downloadReport: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, reportId: id }),
    output: fileLink,
    errors: ['REPORT_NOT_FOUND', 'REPORT_NOT_READY', 'REPORT_LIMIT_BASIC', 'FILE_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'report',
  },
})

export const reportErrors = defineErrors({
  REPORT_NOT_FOUND: 404,
  /** It is still being made. */
  REPORT_NOT_READY: 409,
  REPORT_LIMIT_BASIC: 403,
})

export const reportEvents = defineEvents({
  /** A report moved on; told to the watchers of its plant. */
  createReport: z.object({ plant_id: id, report }),
})
