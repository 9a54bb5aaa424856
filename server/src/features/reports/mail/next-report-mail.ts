import { type ReportRhythm, reportMailHour } from '@vigilux/contract/features/reports/report-mail.ts'
import { toZoned } from '../../../kernel/zoned.ts'

/** When the next report is sent: a Monday or the first of a month, by the plant's clock. */
export const nextReportMail = (rhythm: ReportRhythm, after: Date, zone: string): Date => {
  const now = toZoned(after, zone)
  const today = now.toPlainDate()
  const at = (day: Temporal.PlainDate): Temporal.ZonedDateTime =>
    day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour: reportMailHour }) })
  const [first, interval] =
    rhythm === 'weekly'
      ? [today.add({ days: (8 - today.dayOfWeek) % 7 }), { days: 7 }]
      : [today.day === 1 ? today : today.with({ day: 1 }).add({ months: 1 }), { months: 1 }]
  const next = Temporal.ZonedDateTime.compare(at(first), now) > 0 ? first : first.add(interval)
  return new Date(at(next).epochMilliseconds)
}
