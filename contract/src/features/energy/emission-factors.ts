import { z } from 'zod'
import table from './emission-factors.json' with { type: 'json' }

/** Emissions of a kilowatt hour of a country's electricity. */
export const emissionFactor = z.object({
  country: z.string(),
  year: z.int(),
  /** Grams of CO2 equivalent per kWh. */
  gPerKwh: z.int().min(0),
  source: z.string(),
  url: z.url(),
})
export type EmissionFactor = z.infer<typeof emissionFactor>

const factorsByCountry: Record<string, Record<string, number>> = table.gPerKwh

/** Factor of a year, or of the last published year before it; null if none is known. */
export const findEmissionFactor = (country: string, year: number): EmissionFactor | null => {
  const years = Object.entries(factorsByCountry[country] ?? {}).filter(
    ([publishedYear]) => Number(publishedYear) <= year,
  )
  const [last, gPerKwh] = years.toSorted(([a], [b]) => Number(a) - Number(b)).at(-1) ?? []
  if (last === undefined || gPerKwh === undefined) return null
  return { country, year: Number(last), gPerKwh, source: table.source, url: table.url }
}
