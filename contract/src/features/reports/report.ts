import { z } from 'zod'
import { id, instant, language } from '../../kernel/primitives.ts'
import { reportPeriods } from './plant-report.ts'

/** Why a report fails: errors of the file storage, or its subject no longer exists. */
export const reportFailures = [
  'STORAGE_UNAVAILABLE',
  'FILE_STORAGE_FULL',
  'FILE_QUOTA_EXCEEDED',
  'PLANT_NOT_FOUND',
  'HANDOVER_NOT_FOUND',
  'FLOOR_PLAN_NOT_FOUND',
  'ZONE_NOT_FOUND',
] as const
export type ReportFailure = (typeof reportFailures)[number]

export const reportStates = ['queued', 'running', 'ready', 'failed'] as const

/** Days for which a finished report is stored; it can be created again at any time. */
export const reportRetentionDays = 30

/** PDF in progress or ready for download. */
export const report = z.object({
  id,
  /** Test of the report; null for a report of no test, or of more than one. */
  testId: id.nullable(),
  /** Period of a plant report; null for other reports. */
  period: z.enum(reportPeriods).nullable(),
  language,
  state: z.enum(reportStates),
  /** Why it failed; null for an internal error. */
  error: z.enum(reportFailures).nullable(),
  bytes: z.int().nullable(),
  requestedAt: instant,
})
export type Report = z.infer<typeof report>

/** Maximum registers from one inspector's page. */
export const maxRegistersPerInspectorLink = 20
/** Maximum listed registers of a plant's inspectors, the newest first. */
export const maxListedInspectorRegisters = 200
