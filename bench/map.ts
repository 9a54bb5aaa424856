import { createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, measureTimes, percentile, roundValue } from './measure.ts'

/** Plants of a large installation, and repetitions of each query. */
const plants = 50_000
const readsPerRound = 30

/** Typical views: everything, a country, a city. */
const mapBoxes = {
  all: { south: 36, west: -9, north: 60, east: 25 },
  country: { south: 44, west: 8, north: 48, east: 14 },
  city: { south: 45.3, west: 9, north: 45.6, east: 9.4 },
} as const
const zooms = { all: 5, country: 8, city: 12 } as const

/** Spread over Europe, denser towards its center, in all states. */
const addPlants = async (product: RunningProduct): Promise<void> => {
  const { pool } = product.product().database
  await pool.query(`insert into plant (plantname, plant_type, country, housenumber, city, street, prov, cap, lat, long, timezone,
      search_text, created_by, created_at)
    select 'Bench ' || n, 'basic', 'IT', '1', 'City', 'Street', '', '', 48 + (random() + random() - 1) * 12, 8 + (random() + random() - 1) * 17,
      'Europe/Rome', 'bench ' || n, gen_random_uuid(), now() from generate_series(1, ${plants}) as n`)
  await pool.query(`insert into plant_figures (plant_id, severity, condition, result, units, connected, lamps, counts, attention, updated_at)
    select id, 9, 'ok', 'pass', 1, 1, 50, '{}', '[]', now() from plant where plantname like 'Bench %'
    on conflict do nothing`)
  await pool.query(`analyze plant`)
  await pool.query(`analyze plant_figures`)
}

/** Cost of a map of 50,000 plants for the national office, by the visible part; next to counting the rows alone. */
export const benchMap = async (product: RunningProduct): Promise<Figure[]> => {
  const { pool } = product.product().database
  await addPlants(product)
  const office = await createApiClient(product.url).signIn('nto')
  const figures: Figure[] = []
  const measureRead = async (
    name: string,
    read: () => Promise<unknown>,
    count: () => Promise<unknown>,
    note: string,
  ) => {
    const limit = await measureTimes(readsPerRound, count)
    const values = await measureTimes(readsPerRound, read)
    for (const share of [0.5, 0.99])
      figures.push({
        name: `map of ${plants} plants, ${name}, p${share * 100}`,
        value: roundValue(percentile(values, share)),
        unit: 'ms',
        limit: { value: roundValue(percentile(limit, share)), what: 'the same rows counted by the database' },
        note,
      })
  }
  const countPlants = () => pool.query(`select count(*), min(lat), max(lat) from plant where removed_at is null`)
  await measureRead('first answer', () => office.call('getPlantsOnMap', {}), countPlants, 'all plants, no box')
  for (const name of ['all', 'country', 'city'] as const) {
    const { south, west, north, east } = mapBoxes[name]
    const inBox = `from plant where lat is not null and removed_at is null
      and lat between ${south} and ${north} and long between ${west} and ${east}`
    const { pins, plants: found } = await office.call('getPlantsOnMap', { box: mapBoxes[name], zoom: zooms[name] })
    await measureRead(
      `zoomed to ${name}`,
      () => office.call('getPlantsOnMap', { box: mapBoxes[name], zoom: zooms[name] }),
      () => pool.query(`select count(*) ${inBox}`),
      `${found} plants in ${pins.length} pins`,
    )
    const plan = JSON.stringify((await pool.query(`explain select count(*) ${inBox}`)).rows)
    if (name === 'city' && !plan.includes('plant_position')) throw new Error(`no index for a city: ${plan}`)
  }
  return figures
}
