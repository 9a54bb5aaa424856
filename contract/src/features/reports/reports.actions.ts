import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputDay, instant, language, line, page, plantId, withDayRange } from '../../kernel/primitives.ts'
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
import { maxListedInspectorRegisters, report } from './report.ts'
import { reportMail, reportRhythms } from './report-mail.ts'
import { testFindings } from './test-findings.ts'

/** Lamps of a plant report. */
const reportScope = {
  plantId,
  period: z.enum(reportPeriods),
  devicesType: z.enum(deviceLists).default('all'),
  outcome: z.enum(lampOutcomes).optional(),
  search: line(80).default(''),
}
const order = { sort: z.enum(rowSorts).default('lamp'), descending: z.boolean().default(false) }

/** Order of a PDF: expensive, therefore rate-limited per caller. */
const ordersPdf = {
  permission: 'plant.view',
  output: z.object({ report }),
  effect: 'write',
  program: 'read',
  inArchive: true,
  about: 'report',
  alone: true,
  cost: 20,
  limit: { calls: 20, windowS: 60 },
} as const

/** Reports as PDF, on request and by mail. */
export const reportActions = defineActions({
  /**
   * Returns the test results of a period: overall result, units, and a page of lamps with the last functional and
   * autonomy result of each. Lamps without a result are included as not tested. Basic plants have only the report of
   * the last test.
   */
  getGlobalReports: {
    permission: 'plant.view',
    input: z.strictObject({
      ...reportScope,
      ...order,
      page,
      /** Default is the operator's setting. */
      pageSize: z.int().min(1).max(1000).optional(),
    }),
    output: plantReport,
    errors: ['REPORT_LIMIT_BASIC'],
    effect: 'read',
    cost: 8,
  },
  /** Orders the plant report as PDF in the reader's language, with the lamps of the filter; an event follows. */
  createGlobalReport: {
    ...ordersPdf,
    input: z.strictObject({ ...reportScope, language }),
    errors: ['REPORT_LIMIT_BASIC', 'FILE_QUOTA_EXCEEDED'],
  },
  /** Returns the caller's mailed report of the plant; null without one. */
  getReportMail: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ mail: reportMail.nullable() }),
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /**
   * Subscribes the caller to the plant report as PDF by mail, weekly or monthly, in the language of the account;
   * without a rhythm it ends. It also ends when the caller loses access to the plant. Basic plants have only the report
   * of the last test.
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
  /**
   * Returns the findings of a test: changes since earlier tests, spare parts for its failed lamps, and lamps close to
   * their rated duration.
   */
  getTestFindings: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, testId: id, devicesType: z.enum(deviceLists).default('all') }),
    output: testFindings,
    errors: ['TEST_NOT_FOUND', 'HISTORY_LIMIT_BASIC'],
    effect: 'read',
    cost: 4,
  },
  /** Orders the PDF of a test in the reader's language; an event follows when it is ready. */
  createReport: {
    ...ordersPdf,
    input: z.strictObject({
      plantId,
      testId: id,
      language,
      result: z.enum(testResults).optional(),
      /** Only results of these devices. */
      devicesType: z.enum(deviceLists).default('all'),
    }),
    errors: ['TEST_NOT_FOUND', 'REPORT_LIMIT_BASIC', 'FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Orders the bill of materials of a plant as PDF in the reader's language, with prices if the reader may see them; an
   * event follows when it is ready.
   */
  createBillReport: {
    ...ordersPdf,
    input: z.strictObject({ plantId, of: z.enum(billKinds).default('wired'), language }),
    errors: ['FILE_QUOTA_EXCEEDED'],
  },
  /** Orders a verification as PDF in the reader's language, in its present state; an event follows when it is ready. */
  createHandoverReport: {
    ...ordersPdf,
    input: z.strictObject({ plantId, handoverId: id, language }),
    errors: ['HANDOVER_NOT_FOUND', 'FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Orders the logbook as PDF in the reader's language: the six items, then the filtered entries by number. Basic
   * plants get events of the last 30 days.
   */
  createLogbookReport: {
    ...ordersPdf,
    input: withDayRange({
      plantId,
      language,
      topic: unitTopic.optional(),
      of: z.enum(entryGroupNames).optional(),
      result: z.enum(entryResults).optional(),
      search: line(80).default(''),
    }),
    errors: ['FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Orders the energy report of a plant, or of one of its monitoring zones, for a period as PDF in the reader's
   * language. It has the figures of the screen, with baseline, prices and CO2 factor next to the saving. An event
   * follows when it is ready.
   */
  createEnergyReport: {
    ...ordersPdf,
    input: z.strictObject({
      plantId,
      zoneId: id.optional(),
      period: z.enum(energyPeriods),
      /** Any day of the period; today by default. */
      date: inputDay.optional(),
      language,
    }),
    errors: ['ZONE_NOT_FOUND', 'FILE_QUOTA_EXCEEDED'],
  },
  /**
   * Orders a floor plan as PDF in the reader's language and in a paper size: the drawing with every lamp in its place
   * and state, legend, scale and a list of the lamps.
   */
  createFloorPlanReport: {
    ...ordersPdf,
    input: z.strictObject({ plantId, planId: id, paper: z.enum(paperSizeNames).default('a4'), language }),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'FILE_QUOTA_EXCEEDED'],
  },
  /** Returns the current state of one report. */
  getReport: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, reportId: id }),
    output: z.object({ report }),
    errors: ['REPORT_NOT_FOUND'],
    effect: 'read',
  },
  /** Returns a link to a finished report. It changes nothing, but is audited like a write. */
  downloadReport: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, reportId: id }),
    output: fileLink,
    errors: ['REPORT_NOT_FOUND', 'REPORT_NOT_READY', 'REPORT_LIMIT_BASIC', 'FILE_NOT_FOUND'],
    effect: 'write',
    program: 'read',
    inArchive: true,
    about: 'report',
  },
  /**
   * Orders the register of tests as PDF for an open inspector's page, in the reader's language: the last year, for a
   * Basic plant the last test. It names nobody but the responsible person. Returns a register already in the making.
   */
  createInspectorRegister: {
    permission: 'public',
    input: z.strictObject({ secret: line(200), language }),
    output: z.object({ report }),
    errors: ['INSPECTOR_LINK_NOT_FOUND', 'INSPECTOR_REGISTER_LIMIT', 'FILE_QUOTA_EXCEEDED'],
    effect: 'write',
    inArchive: true,
    about: 'report',
    cost: 20,
    limit: { calls: 20, windowS: 60 },
  },
  /** Returns the state of a register from this inspector's page, and once it is ready its file. */
  getInspectorRegister: {
    permission: 'public',
    input: z.strictObject({ secret: line(200), reportId: id }),
    output: z.object({ report, file: fileLink.nullable() }),
    errors: ['INSPECTOR_LINK_NOT_FOUND', 'REPORT_NOT_FOUND'],
    effect: 'read',
    limit: { calls: 120, windowS: 60 },
  },
  /** Lists the registers made by inspectors from the plant's pages, newest first. */
  getInspectorRegisters: {
    permission: 'report.share',
    input: z.strictObject({ plantId }),
    output: z.object({
      registers: z.array(z.object({ linkId: id, at: instant, language })).max(maxListedInspectorRegisters),
    }),
    errors: [],
    effect: 'read',
  },
})

export const reportErrors = defineErrors({
  REPORT_NOT_FOUND: 404,
  /** The report is still in progress. */
  REPORT_NOT_READY: 409,
  REPORT_LIMIT_BASIC: 403,
  /** With `limit`: the inspector's page has reached its maximum of registers. */
  INSPECTOR_REGISTER_LIMIT: 409,
})

export const reportEvents = defineEvents({
  /** The state of a report changed; sent to the watchers of its plant. */
  createReport: z.object({ plant_id: id, report }),
})
