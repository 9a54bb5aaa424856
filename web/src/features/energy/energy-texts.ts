import { priceUnits } from '@vigilux/contract/features/energy/tariff.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

type DayRange = { from: string; until: string }

const lastDayOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** A range of days by its shortest name: "2026", "November 2026", "23–29 Nov 2026", or its only day. */
export function useRangeText(): (range: DayRange) => string {
  const locale = formatLocale(useLanguage())
  const { day, month } = useFormats('UTC')
  return ({ from, until }) => {
    if (from === until) return day(from)
    if (from.endsWith('-01-01') && until === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4)
    if (from.endsWith('-01') && until === lastDayOfMonth(from)) return month(from)
    const format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    return format.formatRange(Date.parse(from), Date.parse(until))
  }
}

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
