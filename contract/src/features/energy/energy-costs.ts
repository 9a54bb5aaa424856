import { z } from 'zod'
import { count, id } from '../../kernel/primitives.ts'
import { currencies } from '../bill-of-materials/bill.ts'
import { baseline } from './baseline.ts'
import { emissionFactor } from './emission-factors.ts'
import { tariffs } from './tariff.ts'

/** Energy settings of a plant, with their version for the next change. */
export const energySettings = z.object({
  baseline: baseline.nullable(),
  tariffs,
  /** Currency of the plant's prices, as in its bill of materials. */
  currency: z.enum(currencies),
  /** Emission factor of the plant's country for the newest published year; null without one. */
  factor: emissionFactor.nullable(),
  version: count,
})
export type EnergySettings = z.infer<typeof energySettings>

/** Saving against the baseline, over ended days of the period on which both values are known. */
export const energySaving = z.object({
  /** Definition of the baseline. */
  of: baseline,
  /** Wh, both over the same days. */
  baseline: z.number(),
  used: z.number(),
  /** Negative if consumption rose. */
  saved: z.number(),
  /** Null if the baseline is zero. */
  percent: z.number().nullable(),
  days: count,
  /** Avoided kg of CO2 equivalent and the factor; null without a factor. */
  co2Kg: z.number().nullable(),
  factor: emissionFactor.nullable(),
  /** In the plant's currency, at the mean price of the period; null without prices. */
  money: z.number().nullable(),
  meanPrice: z.number().nullable(),
})
export type EnergySaving = z.infer<typeof energySaving>

/**
 * Energy cost of a period, computed by the hour; hours without a tariff are listed separately and have no known cost.
 */
export const energyCost = z.object({
  currency: z.enum(currencies),
  /** Cost of the hours with a price; null if no used hour has one. */
  amount: z.number().nullable(),
  /** Wh used in hours without a tariff. */
  unknownWh: z.number(),
  rates: z.array(z.object({ name: z.string(), price: z.int(), used: z.number(), amount: z.number() })),
})
export type EnergyCost = z.infer<typeof energyCost>

/**
 * Share of one monitoring zone in the plant's consumption; a null zone means lamps outside all zones. All shares add up
 * to the total.
 */
export const energyShare = z.object({
  zone: z.object({ id, name: z.string() }).nullable(),
  lamps: count,
  used: z.number().nullable(),
  missing: count,
  /** Wh by day of the period; null if unknown. */
  days: z.array(z.number().nullable()),
  saved: z.number().nullable(),
  percent: z.number().nullable(),
})
export type EnergyShare = z.infer<typeof energyShare>

export const energyNoteKinds = ['lit_at_night', 'above_baseline', 'no_power'] as const

/** Unusual consumption, with its lamp or zone; without either it concerns the whole plant. */
export const energyNote = z.object({
  kind: z.enum(energyNoteKinds),
  zone: z.object({ id, name: z.string() }).nullable(),
  /** Set if only one lamp is concerned. */
  lamp: z.object({ topic: z.string(), addr: z.int() }).nullable(),
  lamps: count,
  /** Day in the plant, or first day of the week. */
  day: z.iso.date(),
  /** Used Wh, and the expected Wh. */
  used: z.number(),
  expected: z.number(),
  /** Lamp hours for which it was on. */
  hours: z.number(),
})
export type EnergyNote = z.infer<typeof energyNote>
