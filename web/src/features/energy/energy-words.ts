import { priceUnits } from '@vigilux/contract/features/energy/tariff.ts'
import { type Formats, useFormats } from '../../shared/format/format.ts'

/** Wh as kWh, "–" where they are not known; small sums with a decimal more. */
export const kwhText = (measure: Formats['measure'], wh: number | null): string => {
  if (wh === null) return '–'
  const small = Math.abs(wh) < 1_000 ? 3 : 1
  return measure(wh / 1_000, 'kWh', Math.abs(wh) < 100_000 ? small : 0)
}

/** Sums and prices in the currency of the plant. */
export function useEnergyMoney(currency = 'EUR') {
  const { number } = useFormats()
  return {
    amount: (value: number | null) => (value === null ? '–' : number(value, { style: 'currency', currency })),
    /** A price for a kWh in ten-thousandths. */
    price: (units: number) =>
      number(units / priceUnits, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 4 }),
  }
}
