import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, language, plantId } from '../../kernel/primitives.ts'
import { billKinds } from '../bill-of-materials/bill.ts'
import { testResults } from '../emergency-tests/test-run.ts'
import { fileLink } from '../files/file.ts'
import { deviceLists } from '../lamps/lamp.rules.ts'
import { report } from './report.ts'
import { testFindings } from './test-findings.ts'

export const reportActions = defineActions({
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
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      testId: id,
      language,
      result: z.enum(testResults).optional(),
      /** The results of these devices alone. */
      devicesType: z.enum(deviceLists).default('all'),
    }),
    output: z.object({ report }),
    errors: ['TEST_NOT_FOUND', 'REPORT_LIMIT_BASIC', 'FILE_QUOTA_EXCEEDED'],
    effect: 'write',
    about: 'report',
    alone: true,
    cost: 20,
    limit: { calls: 20, windowS: 60 },
  },
  /**
   * Has the bill of materials of a plant made as PDF, in the reader's language and with prices where the reader sees them; it is announced
   * as a report when it is ready.
   */
  createBillReport: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, of: z.enum(billKinds).default('wired'), language }),
    output: z.object({ report }),
    errors: ['FILE_QUOTA_EXCEEDED'],
    effect: 'write',
    about: 'report',
    alone: true,
    cost: 20,
    limit: { calls: 20, windowS: 60 },
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
    about: 'report',
  },
})
