import type {
  BatteryCode,
  BatteryOutlook,
  BatteryPeriod,
} from '@vigilux/contract/features/batteries/battery-outlook.ts'
import type { Fade } from '@vigilux/contract/features/batteries/fade.rules.ts'
import {
  computeEndOfLifeRange,
  piecesPerHalfYear,
  probabilityEndsBy,
} from '@vigilux/contract/features/batteries/outlook.rules.ts'
import { computeOutlookAccuracy } from '@vigilux/contract/features/batteries/outlook-accuracy.rules.ts'
import { productLineOf } from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import type { OpenCatalogue } from '../catalogue/index.ts'
import type { BatteryLamp, readBatteryOutlook } from './read-outlook.ts'

type Outlook = Awaited<ReturnType<typeof readBatteryOutlook>>
/** Cents by product code; null without the right to see prices. */
type Prices = ReadonlyMap<string, number | null> | null

const priceOf = (prices: Prices, code: string) => (prices ? { cents: prices.get(code) ?? null } : {})

const lineOfCode = ({ products }: OpenCatalogue, code: string) => {
  const product = products.get(code)
  return product ? productLineOf(product) : null
}

/** Batteries required by open faults, most frequent first. */
export const viewParts = (lamps: readonly BatteryLamp[], catalogue: OpenCatalogue, prices: Prices) => {
  const needed = Map.groupBy(
    lamps.filter(({ neededNow }) => neededNow),
    ({ battery }) => battery ?? '',
  )
  return [...needed]
    .map(([code, codePairs]) => ({
      code,
      product: lineOfCode(catalogue, code),
      pieces: codePairs.length,
      ...priceOf(prices, code),
    }))
    .toSorted((a, b) => b.pieces - a.pieces || a.code.localeCompare(b.code))
}

const fadesByCode = ({ pairs }: Outlook): Map<string, Fade[]> => {
  const fades = new Map<string, Fade[]>()
  for (const { outlook } of pairs)
    if (outlook.fade && outlook.code !== null)
      fades.set(outlook.code, [...(fades.get(outlook.code) ?? []), outlook.fade])
  return fades
}

/** Share of some batteries past their end at a time. */
const shareEnded = (fades: readonly Fade[], now: number) => (time: number) =>
  fades.reduce((total, fade) => total + probabilityEndsBy(fade, time, now), 0) / fades.length

/** Quantities to buy, by code and half year. */
const quantitiesByCode = (fades: ReadonlyMap<string, Fade[]>, now: number) =>
  [...fades].map(([code, codeFades]) => ({ code, periods: piecesPerHalfYear(codeFades, now) }))

const periodsOf = (quantities: ReturnType<typeof quantitiesByCode>, prices: Prices): BatteryPeriod[] => {
  const periodBounds = quantities[0]?.periods ?? []
  return periodBounds.map(({ from, until }, n) => ({
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    needs: quantities
      .flatMap(({ code, periods }) => {
        const period = periods[n]
        if (!period || period.pieces === 0) return []
        const { pieces, min, max } = period
        return [{ code, pieces, min, max, ...priceOf(prices, code) }]
      })
      .toSorted((a, b) => b.pieces - a.pieces || a.code.localeCompare(b.code)),
  }))
}

const codesOf = (
  read: Outlook,
  fades: ReadonlyMap<string, Fade[]>,
  neededSoon: ReadonlyMap<string, number>,
  now: number,
) =>
  [...Map.groupBy(read.lamps, ({ battery }) => battery)]
    .flatMap(([code, codeLamps]): BatteryCode[] => {
      if (code === null) return []
      const codeFades = fades.get(code) ?? []
      return [
        {
          code,
          product: lineOfCode(read.catalogue, code),
          lamps: codeLamps.length,
          battery: read.catalogue.products.get(code)?.battery ?? null,
          measured: read.measured.get(code) ?? 0,
          ends: codeFades.length > 0 ? computeEndOfLifeRange(shareEnded(codeFades, now), now) : null,
          soon: neededSoon.get(code) ?? 0,
        },
      ]
    })
    .toSorted((a, b) => b.lamps - a.lamps || a.code.localeCompare(b.code))

/** The outlook of a plant's batteries as members see it. */
export const viewOutlook = (read: Outlook, now: Date, prices: Prices): BatteryOutlook => {
  const fades = fadesByCode(read)
  const quantities = quantitiesByCode(fades, now.getTime())
  const neededSoon = new Map(
    quantities.map(({ code, periods }) => [code, periods.reduce((total, { pieces }) => total + pieces, 0)]),
  )
  const times = read.known.flatMap(({ measured }) => measured.map(({ at }) => at))
  const [first, last] = [times.reduce((a, b) => Math.min(a, b), Infinity), times.reduce((a, b) => Math.max(a, b), 0)]
  return {
    at: now.toISOString(),
    lamps: read.lamps.length,
    measuredFrom: times.length > 0 ? new Date(first).toISOString() : null,
    measuredUntil: times.length > 0 ? new Date(last).toISOString() : null,
    fewest: read.fewest,
    codes: codesOf(read, fades, neededSoon, now.getTime()),
    unknown: read.lamps.filter(({ battery }) => battery === null).length,
    periods: periodsOf(quantities, prices),
    check: computeOutlookAccuracy(read.known, read.fewest),
  }
}
