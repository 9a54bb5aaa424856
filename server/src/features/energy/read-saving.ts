import type { Baseline } from '@vigilux/contract/features/energy/baseline.ts'
import { findEmissionFactor } from '@vigilux/contract/features/energy/emission-factors.ts'
import type { EnergyCost, EnergySaving } from '@vigilux/contract/features/energy/energy-costs.ts'
import { computeBaseline, computeSaving, type DayFacts } from '@vigilux/contract/features/energy/saving.rules.ts'
import { findRate } from '@vigilux/contract/features/energy/tariff.rules.ts'
import type { Tariff } from '@vigilux/contract/features/energy/tariff.ts'
import { priceUnits } from '@vigilux/contract/features/energy/tariff.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { hourOfWeek, type Part, partsOf, type Span, spanBetween } from './periods.ts'
import { partFacts, type RequestedUnit, type StoredSums, summarizeLamps } from './read-energy.ts'
import { listSums, type RequestedLamps } from './requested-energy.store.ts'

/** The caller, the lamps, and the clock of a query. */
export type EnergyQueryContext = {
  tx: Tx
  asked: RequestedLamps
  units: readonly RequestedUnit[]
  timezone: string
  now: Date
}

/** The known days of a span. */
export const dayFactsOf = (
  days: readonly Part[],
  storedSums: readonly StoredSums[],
  { units, timezone, now }: Pick<EnergyQueryContext, 'units' | 'timezone' | 'now'>,
): DayFacts[] => {
  const today = dayIn(now, timezone)
  return partFacts(days, storedSums, { units, now }).map((facts, at) => {
    const { start = '', slot = 0 } = days[at] ?? {}
    const date = Temporal.PlainDate.from(start).add({ days: slot })
    return { ...facts, weekday: date.dayOfWeek, isOver: date.toString() < today }
  })
}

const readDays = async (queryContext: EnergyQueryContext, span: Span): Promise<DayFacts[]> => {
  const days = partsOf(span, 'day', queryContext.timezone)
  return dayFactsOf(days, await listSums(queryContext.tx, queryContext.asked, days), queryContext)
}

/** The days of a period with their baseline and saving. */
export type Baselines = {
  days: Part[]
  perDay: (number | null)[]
  saving: ReturnType<typeof computeSaving>
}

export const readBaselines = async (
  queryContext: EnergyQueryContext,
  span: Span,
  baseline: Baseline,
): Promise<Baselines> => {
  const days = partsOf(span, 'day', queryContext.timezone)
  const facts = await readDays(queryContext, span)
  const reference =
    baseline.kind === 'period' ? await readDays(queryContext, spanBetween(baseline.from, baseline.until)) : []
  const { ratedW } = summarizeLamps(queryContext.units, queryContext.now).lamps
  const perDay = computeBaseline(baseline, facts, { reference, ratedW })
  return { days, perDay, saving: computeSaving(facts, perDay) }
}

/** The baseline by the parts of a period: known if known for all its measured days. */
export const baselineByPart = (parts: readonly Part[], { days, perDay }: Baselines): (number | null)[] =>
  parts.map(({ level, from, to }) => {
    if (level === 'day') return null
    const partDays = days.flatMap((day, at) => (day.from >= from && day.to <= to ? [perDay[at] ?? null] : []))
    const knownDays = partDays.filter((one) => one !== null)
    return knownDays.length === 0 ? null : knownDays.reduce((total, one) => total + one, 0)
  })

const hoursOfDay = 24

/** Cost of the energy in the hours of a span, by the tariffs of these hours. */
export const readCost = async (
  queryContext: EnergyQueryContext,
  span: Span,
  { tariffs, currency }: { tariffs: readonly Tariff[]; currency: EnergyCost['currency'] },
): Promise<EnergyCost> => {
  const { tx, asked: requestedLamps, timezone, units, now } = queryContext
  const hours = partsOf(span, 'hour', timezone)
  const facts = partFacts(hours, await listSums(tx, requestedLamps, hours), { units, now })
  const lengths = new Map(
    [...Map.groupBy(hours, ({ start }) => start)].map(([start, dayHours]) => [start, dayHours.length]),
  )
  const rates = new Map<string, EnergyCost['rates'][number]>()
  let unknownWh = 0
  for (const [at, part] of hours.entries()) {
    const used = facts[at]?.used ?? 0
    if (used === 0) continue
    const rate = findRate(tariffs, hourOfWeek(part, { timezone, isWhole: lengths.get(part.start) === hoursOfDay }))
    if (!rate) {
      unknownWh += used
      continue
    }
    const key = `${rate.name} ${rate.price}`
    const rateSum = rates.get(key) ?? { name: rate.name, price: rate.price, used: 0, amount: 0 }
    rates.set(key, {
      ...rateSum,
      used: rateSum.used + used,
      amount: rateSum.amount + (used / 1_000) * (rate.price / priceUnits),
    })
  }
  const all = [...rates.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.price - b.price)
  const amount = all.length === 0 ? null : all.reduce((total, one) => total + one.amount, 0)
  return { currency, amount, unknownWh: Math.round(unknownWh * 10) / 10, rates: all }
}

/** Saving in kWh, money and CO2, with the basis of each. */
export const savingWith = (
  { saving }: Baselines,
  { of: baseline, cost, country, year }: { of: Baseline; cost: EnergyCost | null; country: string; year: number },
): EnergySaving | null => {
  if (!saving) return null
  const factor = findEmissionFactor(country, year)
  const pricedWh = cost?.rates.reduce((total, { used }) => total + used, 0) ?? 0
  const meanPrice = cost && cost.amount !== null && pricedWh > 0 ? cost.amount / (pricedWh / 1_000) : null
  const kwh = saving.saved / 1_000
  return {
    of: baseline,
    ...saving,
    factor,
    co2Kg: factor && (kwh * factor.gPerKwh) / 1_000,
    meanPrice,
    money: meanPrice === null ? null : kwh * meanPrice,
  }
}
