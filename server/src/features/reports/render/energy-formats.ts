import type { EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import { priceUnits } from '@vigilux/contract/features/energy/tariff.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { withOffsetIfRepeated } from '@vigilux/contract/kernel/zone-offset.ts'
import type { EnergyContent } from '../collect/collect-energy.ts'
import { localeOf, type ReportTexts } from '../report-texts.ts'

/** Fills a template's placeholders. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

/** Number and day formats of an energy report, as on the screen. */
export const energyFormats = (language: Language, { timezone, settings }: EnergyContent) => {
  const tag = localeOf(language)
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, options).format(value)
  const money = (value: number, options?: Intl.NumberFormatOptions) =>
    number(value, { style: 'currency', currency: settings.currency, ...options })
  const days = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', dateStyle: 'long' })
  const inZone = new Intl.DateTimeFormat(tag, { timeZone: timezone, dateStyle: 'long' })
  return {
    number,
    measure: (value: number, unit: string, decimals = 2) =>
      `${number(value, { maximumFractionDigits: decimals })}\u202F${unit}`,
    percent: (value: number) => number(value / 100, { style: 'percent' }),
    amount: (value: number | null) => (value === null ? '–' : money(value)),
    /** Price of a kWh, in currency units. */
    price: (value: number) => money(value, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
    day: (date: string) => days.format(Date.parse(date)),
    dayOf: (instant: string) => inZone.format(new Date(instant)),
  }
}
export type EnergyFormats = ReturnType<typeof energyFormats>

/** Converts a price stored in ten-thousandths. */
export const priceOf = (units: number): number => units / priceUnits

/** Names for the parts of a period: long in the table, short below the chart. */
export const partNames = (period: EnergyPeriod, language: Language, timeZone: string) => {
  const formatterOf = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone })
    const isTime = options.hour !== undefined
    return (start: string) => {
      const text = format.format(new Date(start))
      return isTime ? withOffsetIfRepeated(text, timeZone, Date.parse(start)) : text
    }
  }
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  if (period === 'day')
    return { short: formatterOf(clock), long: formatterOf({ day: 'numeric', month: 'short', ...clock }) }
  if (period === 'year')
    return { short: formatterOf({ month: 'short' }), long: formatterOf({ month: 'long', year: 'numeric' }) }
  const longFormat = formatterOf({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return {
    short: formatterOf(period === 'week' ? { weekday: 'short', day: 'numeric' } : { day: 'numeric' }),
    long: longFormat,
  }
}

/** First and last day of a period, formatted. */
export const spanText = (
  { from, until }: { from: string; until: string },
  texts: ReportTexts['energy'],
  { day }: EnergyFormats,
): string => (from === until ? day(from) : fillTemplate(texts.between, { from: day(from), until: day(until) }))
