import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { reportPeriods } from './plant-report.ts'

/** How often the report over a plant comes by mail: on Mondays or on the first of the month, at 07:00 by the clock of the plant. */
export const reportRhythms = ['weekly', 'monthly'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

/** The hour of the plant's day at which reports are sent. */
export const reportMailHour = 7

/** A report that a person has sent to their own address. */
export const reportMail = z.object({
  rhythm: z.enum(reportRhythms),
  period: z.enum(reportPeriods),
  /** When the next one is made. */
  nextAt: instant,
})
export type ReportMail = z.infer<typeof reportMail>
