import { z } from 'zod'
import { count, id } from '../../kernel/primitives.ts'
import { currencies } from '../bill-of-materials/bill.ts'
import { baseline } from './baseline.ts'
import { emissionFactor } from './emission-factors.ts'
import { tariffs } from './tariff.ts'

/** What a plant has entered about its energy, with the version that the next change names. */
export const energySettings = z.object({
  baseline: baseline.nullable(),
  tariffs,
  /** The currency of the plant's prices, as in its bill of materials. */
  currency: z.enum(currencies),
  /** What a kWh emits where the plant stands, by the newest year that is published; null where none is. */
  factor: emissionFactor.nullable(),
  version: count,
})
export type EnergySettings = z.infer<typeof energySettings>

/** What was saved against the baseline, over the days of the period that are over and of which both are known. */
export const energySaving = z.object({
  /** What the baseline is reckoned from. */
  of: baseline,
  /** Wh, all of the same days. */
  baseline: z.number(),
  used: z.number(),
  /** Negative where more was used. */
  saved: z.number(),
  /** Null where the baseline is nothing. */
  percent: z.number().nullable(),
  days: count,
  /** Kg of CO2 equivalent that were avoided, and by which factor; null where none is known. */
  co2Kg: z.number().nullable(),
  factor: emissionFactor.nullable(),
  /** In the plant's currency, at the mean price of what was used in the period; null where none is known. */
  money: z.number().nullable(),
  meanPrice: z.number().nullable(),
})
export type EnergySaving = z.infer<typeof energySaving>

/** What the energy of a period cost, hour by hour; hours without a tariff are counted apart and cost nothing that is known. */
export const energyCost = z.object({
  currency: z.enum(currencies),
  /** Of the hours that have a price; null where none of those used has one. */
  amount: z.number().nullable(),
  /** Wh used in hours for which no tariff says a price. */
  unknownWh: z.number(),
  rates: z.array(z.object({ name: z.string(), price: z.int(), used: z.number(), amount: z.number() })),
})
export type EnergyCost = z.infer<typeof energyCost>

/** The part of one monitoring zone in what a plant used; of lamps in no zone where that is null. Parts add up to the whole. */
export const energyShare = z.object({
  zone: z.object({ id, name: z.string() }).nullable(),
  lamps: count,
  used: z.number().nullable(),
  missing: count,
  /** Wh by day of the period; null where nothing is known. */
  days: z.array(z.number().nullable()),
  saved: z.number().nullable(),
  percent: z.number().nullable(),
})
export type EnergyShare = z.infer<typeof energyShare>

export const energyNoteKinds = ['lit_at_night', 'above_baseline', 'no_power'] as const

/** Something that is worth a look, with the lamp or the zone at which to look; with neither it is of the whole plant. */
export const energyNote = z.object({
  kind: z.enum(energyNoteKinds),
  zone: z.object({ id, name: z.string() }).nullable(),
  /** Where it is one lamp alone. */
  lamp: z.object({ topic: z.string(), addr: z.int() }).nullable(),
  lamps: count,
  /** The day of the plant, or the first of the week. */
  day: z.iso.date(),
  /** Wh: used in that time, and what would be usual. */
  used: z.number(),
  usual: z.number(),
  /** For how long it was on, in hours of single lamps. */
  hours: z.number(),
})
export type EnergyNote = z.infer<typeof energyNote>
