import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { productLine } from '../catalogue/product.ts'

/** End-of-life range of batteries: nine of ten end between `first` and `last`, half before the middle. */
export const endOfLifeRange = z.object({
  first: instant.nullable(),
  middle: instant.nullable(),
  /** Each is null beyond the horizon of the outlook. */
  last: instant.nullable(),
})
export type EndOfLifeRange = z.infer<typeof endOfLifeRange>

/** Why a battery has no outlook. */
export const noOutlookReasons = [
  /** An open fault requires a new battery now. */
  'neededNow',
  /** Too few autonomy tests measured this battery since its installation. */
  'fewTests',
  /** Too few lamps with such a battery were measured. */
  'fewLamps',
  /** The catalogue does not name the battery of the lamp. */
  'unknownBattery',
] as const
export type NoOutlookReason = (typeof noOutlookReasons)[number]

export const lampBattery = z.object({
  cu: z.string(),
  lamp: z.int(),
  serial: z.string(),
  description: z.string(),
  location: z.string(),
  /** Autonomy tests with a complete measurement of this battery. */
  tests: z.int(),
  /** Last measurement of the previous battery; this one was installed after it. */
  replacedAfter: instant.nullable(),
  /** Minutes of the last measurement, and the rated duration. */
  measured_min: z.int().nullable(),
  rated_min: z.int().nullable(),
  ends: endOfLifeRange.nullable(),
  why: z.enum(noOutlookReasons).nullable(),
})
export type LampBattery = z.infer<typeof lampBattery>

/** All batteries of one code in a plant. */
export const batteryCode = z.object({
  code: z.string(),
  /** Null if the catalogue lacks it. */
  product: productLine.nullable(),
  battery: z.object({ chemistry: z.string(), volts: z.number(), ampereHours: z.number() }).nullable(),
  lamps: z.int(),
  /** Lamps with enough measurements; below a minimum number the outlook is hidden. */
  measured: z.int(),
  ends: endOfLifeRange.nullable(),
  /** Pieces to replace within 24 months, without those needed now. */
  soon: z.int(),
})
export type BatteryCode = z.infer<typeof batteryCode>

/** Batteries of one code to buy in a period. */
export const batteryDemand = z.object({
  code: z.string(),
  pieces: z.int(),
  /** Range with 90 % probability. */
  min: z.int(),
  max: z.int(),
  /** Hundredths per piece; null without a price, absent for callers who may not see prices. */
  cents: z.int().nullable().optional(),
})

export const batteryPeriod = z.object({ from: instant, until: instant, needs: z.array(batteryDemand) })
export type BatteryPeriod = z.infer<typeof batteryPeriod>

/** Errors of earlier outlooks, over batteries with a known end. */
export const outlookAccuracy = z.object({
  batteries: z.int(),
  /** Batteries with an end inside their range. */
  inside: z.int(),
  /** Median error. */
  medianDays: z.int(),
})
export type OutlookAccuracy = z.infer<typeof outlookAccuracy>

export const batteryOutlook = z.object({
  at: instant,
  lamps: z.int(),
  /** First and last autonomy test used by the outlook. */
  measuredFrom: instant.nullable(),
  measuredUntil: instant.nullable(),
  /** Minimum measurements of a battery, and minimum lamps of a code, for an outlook. */
  fewest: z.object({ tests: z.int(), lamps: z.int() }),
  codes: z.array(batteryCode),
  /** Lamps whose battery the catalogue does not name. */
  unknown: z.int(),
  /** Pieces for the next 24 months, by calendar half-years. */
  periods: z.array(batteryPeriod),
  /** Null until a battery with an earlier outlook has ended. */
  check: outlookAccuracy.nullable(),
})
export type BatteryOutlook = z.infer<typeof batteryOutlook>

/** Batteries to replace now, by open faults. */
export const batteryNeededNow = z.object({
  code: z.string(),
  product: productLine.nullable(),
  pieces: z.int(),
  cents: z.int().nullable().optional(),
})

/** Measurements and expected course of one battery. */
export const batteryCurve = z.object({
  battery: lampBattery,
  measured: z.array(z.object({ at: instant, minutes: z.number() })),
  expected: z.array(z.object({ at: instant, minutes: z.number(), min: z.number(), max: z.number() })),
})
export type BatteryCurve = z.infer<typeof batteryCurve>
