import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { reportPeriods } from './plant-report.ts'

/** Rhythm of mailed plant reports: on Mondays or on the first of the month, at 07:00 by the clock of the plant. */
export const reportRhythms = ['weekly', 'monthly'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

/** Hour of the plant at which reports are sent. */
export const reportMailHour = 7

/** Report mailed to a person's own address. */
export const reportMail = z.object({
  rhythm: z.enum(reportRhythms),
  period: z.enum(reportPeriods),
  /** When the next one is created. */
  nextAt: instant,
})
export type ReportMail = z.infer<typeof reportMail>
