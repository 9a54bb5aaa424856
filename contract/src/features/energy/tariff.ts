import { z } from 'zod'
import { inputDay, text } from '../../kernel/primitives.ts'

/** Maximum tariffs of a plant. */
export const maxTariffsPerPlant = 40

/** Ten-thousandths of the plant's currency in a price per kWh, which is at most a hundred. */
export const priceUnits = 10_000
export const kwhPrice = z
  .int({ error: 'kwh_price' })
  .min(0, { error: 'kwh_price' })
  .max(1_000_000, { error: 'kwh_price' })

/** Hours beginning on some days of the week, by the clock of the plant; they may cross midnight. Monday is 1. */
const tariffHours = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: z.int().min(0).max(23),
  hours: z.int().min(1).max(24),
})
export type TariffHours = z.infer<typeof tariffHours>

export const tariffRate = z.strictObject({
  name: text(40),
  price: kwhPrice,
  hours: z.array(tariffHours).min(1).max(20),
})
export type TariffRate = z.infer<typeof tariffRate>

/** Price of a kWh by hour of the week, from one day to another; `until` is null while the tariff applies. */
export const tariff = z
  .strictObject({
    from: inputDay,
    until: inputDay.nullable(),
    rates: z.array(tariffRate).min(1).max(8),
  })
  .refine(({ from, until }) => until === null || from <= until, { path: ['until'], error: 'end_before_start' })
export type Tariff = z.infer<typeof tariff>

export const tariffs = z.array(tariff).max(maxTariffsPerPlant)
