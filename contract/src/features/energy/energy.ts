import { z } from 'zod'
import { count } from '../../kernel/primitives.ts'
import { energyCost, energySaving } from './energy-costs.ts'

/** Periods by the calendar of the plant; a week begins on Monday. */
export const energyPeriods = ['day', 'week', 'month', 'year'] as const
export type EnergyPeriod = (typeof energyPeriods)[number]

/** Divisions of a period. */
export const energySteps = ['quarter', 'hour', 'day', 'month'] as const
export type EnergyStep = (typeof energySteps)[number]

/** Allowed steps of each period. */
export const stepsOf: Record<EnergyPeriod, readonly EnergyStep[]> = {
  day: ['quarter', 'hour'],
  week: ['quarter', 'hour', 'day'],
  month: ['hour', 'day'],
  year: ['day', 'month'],
}

/** Consumption of lamps by parts of a period; each list has one entry per part. */
export const energySeries = z.object({
  /** Start of each part; a day with a clock change has 23 or 25 hours. */
  starts: z.array(z.iso.datetime()),
  /** Known Wh to a tenth; null if nothing is known. */
  used: z.array(z.number().min(0).nullable()),
  /** Past lamp quarter-hours without data; any of them makes the part incomplete. */
  missing: z.array(count),
  /** Lamp quarter-hours in which a counter jumped; they count as missing, too. */
  jumps: z.array(count),
})
export type EnergySeries = z.infer<typeof energySeries>

/** Totals of a period. */
export const energyTotal = z.object({
  /** First and last day. */
  from: z.iso.date(),
  until: z.iso.date(),
  used: z.number().min(0).nullable(),
  /** Lamp hours of light. */
  litHours: z.number().min(0),
  missing: count,
  jumps: count,
  /** Restarted counters, because a lamp or its electronics were replaced. */
  resets: count,
})

/** Consumption, with the same period of the previous year; weeks are compared by the same weekdays. */
export const energyAnswer = z.object({
  timezone: z.string(),
  series: energySeries,
  total: energyTotal,
  lastYear: z.object({ series: energySeries, total: energyTotal }),
  /** Baseline in Wh of each measured part; null for hourly steps, and if unknown or not set. */
  baseline: z.array(z.number().nullable()),
  /** Null without a baseline, or without an ended day on which it is known. */
  saving: energySaving.nullable(),
  /** Null without a tariff. */
  cost: energyCost.nullable(),
  /** Currently measured lamps, their rated power in W as far as reported, and the number without one. */
  lamps: z.object({ count, ratedW: z.number(), unrated: count }),
  /** Mean power in W over the newest quarter-hour, up to `at`; null without a reading in the last half hour. */
  now: z.object({ powerW: z.number(), at: z.iso.datetime(), unknown: count }).nullable(),
  /** First reading; null without readings. */
  since: z.iso.datetime().nullable(),
  /** Readings of units with a wrong clock, which are not booked. */
  setAside: count,
})
export type EnergyAnswer = z.infer<typeof energyAnswer>

/** Consumption of today, and of this week, month and year. */
export const energySummary = z.object({
  timezone: z.string(),
  now: energyAnswer.shape.now,
  since: energyAnswer.shape.since,
  lamps: energyAnswer.shape.lamps,
  periods: z.record(z.enum(energyPeriods), z.object({ total: energyTotal, saving: energySaving.nullable() })),
})
export type EnergySummary = z.infer<typeof energySummary>

/** Days of `getRecentEnergy`, today included. */
export const recentEnergyDays = 14

/** Consumption of the last days, oldest first. */
export const recentEnergy = z.object({
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        /** Known Wh; null if nothing is known. */
        used: z.number().min(0).nullable(),
        /** Past lamp quarter-hours without data; any of them makes the day incomplete. */
        missing: count,
      }),
    )
    .max(recentEnergyDays),
  total: z.object({ used: z.number().min(0).nullable(), missing: count }),
  /** First reading; null if no unit measures. */
  since: z.iso.datetime().nullable(),
})
