import { quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { EnergyPeriod, EnergyStep } from '@vigilux/contract/features/energy/energy.ts'
import { startOfDay, toZoned } from '../../kernel/zoned.ts'
import type { SumLevel } from './energy.schema.ts'

/** A part of a period: the location of its sums, and its quarters of an hour since 1970, up to `to` (exclusive). */
export type Part = { level: SumLevel; start: string; slot: number; from: number; to: number }
/** A calendar period: its first day, and the day after its last. */
export type Span = { from: Temporal.PlainDate; to: Temporal.PlainDate }

const quarterMs = quarterS * 1_000
const quartersPerHour = 4

export const spanOf = (period: EnergyPeriod, date: string): Span => {
  const day = Temporal.PlainDate.from(date)
  const from = {
    day,
    week: day.subtract({ days: day.dayOfWeek - 1 }),
    month: day.with({ day: 1 }),
    year: day.with({ day: 1, month: 1 }),
  }[period]
  return { from, to: from.add({ [`${period}s`]: 1 }) }
}

/** The same period a year earlier; for weeks, the one with the same weekdays. */
export const yearBefore = (period: EnergyPeriod, { from }: Span): Span =>
  spanOf(period, (period === 'week' ? from.subtract({ weeks: 52 }) : from.subtract({ years: 1 })).toString())

const quarterAt = (day: Temporal.PlainDate, timezone: string): number =>
  Math.floor(startOfDay(day, timezone).getTime() / quarterMs)

const hoursOf = (day: Temporal.PlainDate, timezone: string): Part[] => {
  const [from, to] = [quarterAt(day, timezone), quarterAt(day.add({ days: 1 }), timezone)]
  return Array.from({ length: Math.ceil((to - from) / quartersPerHour) }, (_, slot) => ({
    level: 'day',
    start: day.toString(),
    slot,
    from: from + slot * quartersPerHour,
    to: Math.min(to, from + (slot + 1) * quartersPerHour),
  }))
}

/** The quarters of a day, each as a part. */
const quartersOf = (day: Temporal.PlainDate, timezone: string): Part[] => {
  const [from, to] = [quarterAt(day, timezone), quarterAt(day.add({ days: 1 }), timezone)]
  return Array.from({ length: to - from }, (_, slot) => ({
    level: 'day',
    start: day.toString(),
    slot,
    from: from + slot,
    to: from + slot + 1,
  }))
}

/** The parts of a span, in the zone of the plant. */
export const partsOf = ({ from, to }: Span, step: EnergyStep, timezone: string): Part[] => {
  const parts: Part[] = []
  for (let day = from; Temporal.PlainDate.compare(day, to) < 0; ) {
    const next = day.add(step === 'month' ? { months: 1 } : { days: 1 })
    const span = { from: quarterAt(day, timezone), to: quarterAt(next, timezone) }
    if (step === 'quarter') parts.push(...quartersOf(day, timezone))
    else if (step === 'hour') parts.push(...hoursOf(day, timezone))
    else if (step === 'day')
      parts.push({ level: 'month', start: day.with({ day: 1 }).toString(), slot: day.day - 1, ...span })
    else parts.push({ level: 'year', start: day.with({ day: 1, month: 1 }).toString(), slot: day.month - 1, ...span })
    day = next
  }
  return parts
}

/** The days from a first to a last day, inclusive. */
export const spanBetween = (from: string, until: string): Span => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(until).add({ days: 1 }),
})

/** Hour of the week in the plant's zone at which a part begins; a day has 24 hours except on clock changes. */
export const hourOfWeek = (
  { from, slot, start }: Part,
  { timezone, isWhole }: { timezone: string; isWhole: boolean },
): { day: string; weekday: number; hour: number } => ({
  day: start,
  weekday: Temporal.PlainDate.from(start).dayOfWeek,
  hour: isWhole ? slot : toZoned(new Date(from * quarterMs), timezone).hour,
})
