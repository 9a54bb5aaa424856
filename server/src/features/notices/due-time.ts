import { digestHour, type NoticeSettings } from '@vigilux/contract/features/notices/notice.ts'
import { toZoned } from '../../kernel/zoned.ts'

export type NoticePreference = Pick<NoticeSettings, 'rhythm' | 'quiet'>

const instantOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds)

/** The next morning at which a daily or weekly digest is sent; always after `now`. */
const nextDigest = (now: Date, zone: string, rhythm: 'daily' | 'weekly'): Date => {
  const today = toZoned(now, zone).toPlainDate()
  const monday = today.add({ days: (8 - today.dayOfWeek) % 7 })
  const [first, stepDays] = rhythm === 'daily' ? [today, 1] : [monday, 7]
  const at = (day: Temporal.PlainDate) =>
    instantOf(day.toZonedDateTime({ timeZone: zone, plainTime: { hour: digestHour } }))
  return at(first) > now ? at(first) : at(first.add({ days: stepDays }))
}

/**
 * The end of the quiet hours around a moment, or null. Quiet hours are one span from evening to morning: in a repeated
 * hour they begin at its first and end at its second occurrence.
 */
const endOfQuiet = (at: Date, zone: string, { begins, ends }: NonNullable<NoticePreference['quiet']>): Date | null => {
  const today = toZoned(at, zone).toPlainDate()
  const instantOnDay = (day: Temporal.PlainDate, time: string, disambiguation: 'compatible' | 'later') =>
    instantOf(day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone, { disambiguation }))
  for (const day of [today.subtract({ days: 1 }), today]) {
    const end = instantOnDay(ends <= begins ? day.add({ days: 1 }) : day, ends, 'later')
    if (instantOnDay(day, begins, 'compatible') <= at && at < end) return end
  }
  return null
}

/** When a new notice is due, and whether it joins others of its plant and receiver. Urgent ones never wait. */
export const computeDueTime = (isUrgent: boolean, { rhythm, quiet }: NoticePreference, zone: string, now: Date) => {
  if (isUrgent) return { dueAt: now, gathered: false }
  const at = rhythm === 'each' ? now : nextDigest(now, zone, rhythm)
  const end = quiet && endOfQuiet(at, zone, quiet)
  return { dueAt: end ?? at, gathered: rhythm !== 'each' || end !== null }
}
