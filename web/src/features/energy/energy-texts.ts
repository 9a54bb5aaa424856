import { priceUnits } from '@vigilux/contract/features/energy/tariff.ts'
import { useFormats } from '../../shared/format/format.ts'

/** Totals and prices in the plant's currency. */
export function useFormatEnergyMoney(currency = 'EUR') {
  const { number } = useFormats()
  return {
    amount: (value: number | null) => (value === null ? '–' : number(value, { style: 'currency', currency })),
    /** A kWh price given in ten-thousandths. */
    price: (units: number) =>
      number(units / priceUnits, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 4 }),
  }
}
