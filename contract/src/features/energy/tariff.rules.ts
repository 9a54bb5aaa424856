import type { Tariff, TariffHours, TariffRate } from './tariff.ts'

const coversHour = ({ days, from, hours }: TariffHours, weekday: number, hour: number): boolean => {
  const dayBefore = weekday === 1 ? 7 : weekday - 1
  if (days.includes(weekday) && hour >= from && hour < from + hours) return true
  return days.includes(dayBefore) && hour + 24 < from + hours
}

/** Rate of an hour of a day; null without a tariff. */
export const findRate = (
  tariffs: readonly Tariff[],
  { day, weekday, hour }: { day: string; weekday: number; hour: number },
): TariffRate | null => {
  const validTariff = tariffs.find(({ from, until }) => from <= day && (until === null || day <= until))
  return validTariff?.rates.find(({ hours }) => hours.some((one) => coversHour(one, weekday, hour))) ?? null
}

/** Hour or period for which two rates, or two tariffs, give a price. */
export type TariffOverlap = { weekday: number; hour: number; from: string } | { from: string; until: string | null }

const findOverlapIn = ({ from, rates }: Tariff): TariffOverlap | null => {
  const hours = rates.flatMap((rate) => rate.hours)
  for (let weekday = 1; weekday <= 7; weekday++)
    for (let hour = 0; hour < 24; hour++)
      if (hours.filter((one) => coversHour(one, weekday, hour)).length > 1) return { weekday, hour, from }
  return null
}

/** First hour or period with more than one price; null without one. */
export const findTariffOverlap = (tariffs: readonly Tariff[]): TariffOverlap | null => {
  for (const tariff of tariffs) {
    const inside = findOverlapIn(tariff)
    if (inside) return inside
  }
  const tariffsByStart = tariffs.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (const [at, { from, until }] of tariffsByStart.entries()) {
    const previous = tariffsByStart[at - 1]
    if (previous && (previous.until === null || previous.until >= from)) return { from, until }
  }
  return null
}
