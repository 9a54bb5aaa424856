import { z } from 'zod'
import { id, instant, language } from '../../kernel/primitives.ts'
import { reportPeriods } from './plant-report.ts'

/** With what the making of a report ends: refusals of the storage of files, and that what it is of is not there any more. */
export const reportFailures = [
  'STORAGE_UNAVAILABLE',
  'FILE_STORAGE_FULL',
  'FILE_QUOTA_EXCEEDED',
  'PLANT_NOT_FOUND',
  'HANDOVER_NOT_FOUND',
  'FLOOR_PLAN_NOT_FOUND',
] as const

export const reportStates = ['queued', 'running', 'ready', 'failed'] as const

/** Days that a finished report is kept; it can be made anew at any time. */
export const reportRetentionDays = 30

/** A PDF being made or ready to fetch. */
export const report = z.object({
  id,
  /** The test of the report; null for a report of no test, or of more than one. */
  testId: id.nullable(),
  /** The period of a report over the plant; null for every other report. */
  period: z.enum(reportPeriods).nullable(),
  language,
  state: z.enum(reportStates),
  /** Why it failed; null where that was a defect. */
  error: z.enum(reportFailures).nullable(),
  bytes: z.int().nullable(),
  requestedAt: instant,
})
export type Report = z.infer<typeof report>
