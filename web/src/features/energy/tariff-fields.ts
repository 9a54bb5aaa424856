import { priceUnits, type Tariff, type TariffRate } from '@vigilux/contract/features/energy/tariff.ts'
import { formatDate, parseDate } from '../../shared/format/date-text.ts'
import { formatNumber } from '../../shared/format/decimal.ts'
import type { Language } from '../../shared/i18n/languages.ts'

/** Tariffs as typed: dates and prices as text, hours by begin and end. */
export type HoursFields = { days: string[]; from: string; to: string }
export type RateFields = { name: string; price: string; hours: HoursFields[] }
export type TariffFields = { from: string; until: string; rates: RateFields[] }

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
/** Possible begins of hours. */
export const hoursFrom = Array.from({ length: 24 }, (_, hour) => clock(hour))
export const hoursTo = Array.from({ length: 24 }, (_, hour) => clock(hour + 1))

export const allDays = ['1', '2', '3', '4', '5', '6', '7']
export const newHours = (): HoursFields => ({ days: allDays, from: clock(0), to: clock(24) })
export const newRate = (): RateFields => ({ name: '', price: '', hours: [newHours()] })
export const newTariff = (): TariffFields => ({ from: '', until: '', rates: [newRate()] })

const hoursFieldsOf = ({ days, from, hours }: TariffRate['hours'][number]): HoursFields => ({
  days: days.map(String),
  from: clock(from),
  to: clock(from + hours > 24 ? from + hours - 24 : from + hours),
})

export const fieldsOfTariffs = (tariffs: readonly Tariff[], language: Language): TariffFields[] =>
  tariffs.map(({ from, until, rates }) => ({
    from: formatDate(from, language),
    until: until === null ? '' : formatDate(until, language),
    rates: rates.map(({ name, price, hours }) => ({
      name,
      price: formatNumber(price / priceUnits, language),
      hours: hours.map(hoursFieldsOf),
    })),
  }))

/** Parses a typed price with point or comma; NaN for more than four decimals. */
const priceOf = (typedPrice: string): number => {
  const text = typedPrice.trim().replace(',', '.')
  return /^\d{1,3}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * priceUnits) : Number.NaN
}

/** Hours ending at or before their begin continue past midnight. */
const lengthOf = ({ from, to }: HoursFields): number => {
  const [begin, end] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))]
  return end > begin ? end - begin : end + 24 - begin
}

export const tariffsOfFields = (fields: readonly TariffFields[], language: Language): Tariff[] =>
  fields.map(({ from, until, rates }) => ({
    from: parseDate(from, language) ?? from,
    until: until.trim() === '' ? null : (parseDate(until, language) ?? until),
    rates: rates.map(({ name, price, hours }) => ({
      name,
      price: priceOf(price),
      hours: hours.map((hoursFields) => ({
        days: hoursFields.days.map(Number),
        from: Number(hoursFields.from.slice(0, 2)),
        hours: lengthOf(hoursFields),
      })),
    })),
  }))
