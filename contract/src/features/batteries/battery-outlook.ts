import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { productLine } from '../catalogue/product.ts'

/** When batteries end, as far as what was measured tells: nine of ten between the first and the last, half before the middle. */
export const endOfLifeRange = z.object({
  first: instant.nullable(),
  middle: instant.nullable(),
  /** Each is null where it lies further ahead than anything is said of. */
  last: instant.nullable(),
})
export type EndOfLifeRange = z.infer<typeof endOfLifeRange>

/** Why nothing is said of a battery. */
export const noOutlookReasons = [
  /** An open fault asks for another now. */
  'neededNow',
  /** Too few autonomy tests have measured this battery since it was put in. */
  'fewTests',
  /** Too few lamps with such a battery have been measured. */
  'fewLamps',
  /** The catalogue does not say which battery the lamp has. */
  'unknownBattery',
] as const
export type NoOutlookReason = (typeof noOutlookReasons)[number]

export const lampBattery = z.object({
  cu: z.string(),
  lamp: z.int(),
  serial: z.string(),
  description: z.string(),
  location: z.string(),
  /** Autonomy tests that measured this battery to the end. */
  tests: z.int(),
  /** The battery was another one before, and was put in after this time. */
  replacedAfter: instant.nullable(),
  /** Minutes that it last lasted, and had to last. */
  measured_min: z.int().nullable(),
  rated_min: z.int().nullable(),
  ends: endOfLifeRange.nullable(),
  why: z.enum(noOutlookReasons).nullable(),
})
export type LampBattery = z.infer<typeof lampBattery>

/** All batteries of one code in a plant. */
export const batteryCode = z.object({
  code: z.string(),
  /** Null where the catalogue does not have it. */
  product: productLine.nullable(),
  battery: z.object({ chemistry: z.string(), volts: z.number(), ampereHours: z.number() }).nullable(),
  lamps: z.int(),
  /** Lamps measured often enough; the outlook is hidden below a number of them. */
  measured: z.int(),
  ends: endOfLifeRange.nullable(),
  /** Pieces to be replaced within 24 months, those needed now left out. */
  soon: z.int(),
})
export type BatteryCode = z.infer<typeof batteryCode>

/** Batteries of one code to buy for a time. */
export const batteryDemand = z.object({
  code: z.string(),
  pieces: z.int(),
  /** Nine of ten times it is between these. */
  least: z.int(),
  most: z.int(),
  /** Hundredths a piece; null where none is entered, absent for who may not see prices. */
  cents: z.int().nullable().optional(),
})

export const batteryPeriod = z.object({ from: instant, until: instant, needs: z.array(batteryDemand) })
export type BatteryPeriod = z.infer<typeof batteryPeriod>

/** How far earlier outlooks were off, by batteries that have ended since. */
export const outlookAccuracy = z.object({
  batteries: z.int(),
  /** Those that ended within their range. */
  inside: z.int(),
  /** Half were off by this or less. */
  medianDays: z.int(),
})
export type OutlookAccuracy = z.infer<typeof outlookAccuracy>

export const batteryOutlook = z.object({
  at: instant,
  lamps: z.int(),
  /** Of the first and the last autonomy test that it rests on. */
  measuredFrom: instant.nullable(),
  measuredUntil: instant.nullable(),
  /** Fewest measurements of a battery, and fewest lamps of a code, below which nothing is said. */
  fewest: z.object({ tests: z.int(), lamps: z.int() }),
  codes: z.array(batteryCode),
  /** Lamps of which the catalogue does not say which battery they have. */
  unknown: z.int(),
  /** Pieces for the next 24 months, by half years of the calendar. */
  periods: z.array(batteryPeriod),
  /** Null as long as no battery has ended of which something had been said. */
  check: outlookAccuracy.nullable(),
})
export type BatteryOutlook = z.infer<typeof batteryOutlook>

/** Batteries that open faults ask for now. */
export const batteryNeededNow = z.object({
  code: z.string(),
  product: productLine.nullable(),
  pieces: z.int(),
  cents: z.int().nullable().optional(),
})

/** What one battery was measured at, and what is expected of it. */
export const batteryCurve = z.object({
  battery: lampBattery,
  measured: z.array(z.object({ at: instant, minutes: z.number() })),
  expected: z.array(z.object({ at: instant, minutes: z.number(), least: z.number(), most: z.number() })),
})
export type BatteryCurve = z.infer<typeof batteryCurve>
