import { z } from 'zod'
import { count } from '../../kernel/primitives.ts'
import { energyCost, energySaving } from './energy-costs.ts'

/** For how long energy is asked, by the calendar of the plant; a week begins on Monday. */
export const energyPeriods = ['day', 'week', 'month', 'year'] as const
export type EnergyPeriod = (typeof energyPeriods)[number]

/** Into what parts a period is divided. */
export const energySteps = ['quarter', 'hour', 'day', 'month'] as const
export type EnergyStep = (typeof energySteps)[number]

/** The steps in which each period can be had. */
export const stepsOf: Record<EnergyPeriod, readonly EnergyStep[]> = {
  day: ['quarter', 'hour'],
  week: ['quarter', 'hour', 'day'],
  month: ['hour', 'day'],
  year: ['day', 'month'],
}

/** What lamps used in the parts of a period; one entry in each list by part. */
export const energySeries = z.object({
  /** When each part begins; a day with a clock change has 23 or 25 hours. */
  starts: z.array(z.iso.datetime()),
  /** Wh to a tenth, of what is known; null where nothing is. */
  used: z.array(z.number().min(0).nullable()),
  /** Quarters of an hour of single lamps that are not known though they are over: with any, the part is incomplete. */
  missing: z.array(count),
  /** Quarters of single lamps in which a counter ran further than it can have; they are missing, too. */
  jumps: z.array(count),
})
export type EnergySeries = z.infer<typeof energySeries>

/** A period as a whole. */
export const energyTotal = z.object({
  /** The first and the last day. */
  from: z.iso.date(),
  until: z.iso.date(),
  used: z.number().min(0).nullable(),
  /** Hours for which lamps were lit, added up over all lamps. */
  litHours: z.number().min(0),
  missing: count,
  jumps: count,
  /** Counters that began again: a lamp or its electronics were changed. */
  resets: count,
})

/** What was used, beside the same period a year before; weeks are compared with the same week days. */
export const energyAnswer = z.object({
  timezone: z.string(),
  series: energySeries,
  total: energyTotal,
  lastYear: z.object({ series: energySeries, total: energyTotal }),
  /** Wh of the baseline by part, for what was measured in it; null by hours, and where it is not known or none is set. */
  baseline: z.array(z.number().nullable()),
  /** Null where no baseline is set, or no day is over of which it is known. */
  saving: energySaving.nullable(),
  /** Null where no tariff is entered. */
  cost: energyCost.nullable(),
  /** Lamps that are measured now, what they are made for in W as far as they say so, and how many do not. */
  lamps: z.object({ count, ratedW: z.number(), unrated: count }),
  /** Mean power in W over the newest quarter of an hour, up to `at`; null where none has come within half an hour. */
  now: z.object({ powerW: z.number(), at: z.iso.datetime(), unknown: count }).nullable(),
  /** Since when there are readings; null where there are none. */
  since: z.iso.datetime().nullable(),
  /** Moments that units with a wrong clock told of, which are booked nowhere. */
  setAside: count,
})
export type EnergyAnswer = z.infer<typeof energyAnswer>

/** What was used today, and in this week, month and year. */
export const energySummary = z.object({
  timezone: z.string(),
  now: energyAnswer.shape.now,
  since: energyAnswer.shape.since,
  lamps: energyAnswer.shape.lamps,
  periods: z.record(z.enum(energyPeriods), z.object({ total: energyTotal, saving: energySaving.nullable() })),
})
export type EnergySummary = z.infer<typeof energySummary>
