import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, measureTimes, percentile, roundValue } from './measure.ts'

const plants = 2_000
const readsPerRound = 30

/** Plants in every condition, with lamps. */
const addPlants = async (product: RunningProduct): Promise<void> => {
  const { pool } = product.product().database
  const isSettled = async () => (await pool.query('select 1 from plant_figures_due limit 1')).rowCount === 0
  await pool.query(`insert into plant (plantname, plant_type, country, housenumber, city, street, prov, cap, timezone,
      search_text, created_by, created_at)
    select 'Bench ' || n, 'basic', 'IT', '1', 'City', 'Street', '', '', 'Europe/Rome', 'bench ' || n, gen_random_uuid(), now()
    from generate_series(1, ${plants}) as n`)
  // Wait until the server has computed the new plants' stats: nothing changes them afterwards.
  await pollUntil('the figures of new plants', isSettled, 60_000)
  await pool.query(
    `insert into plant_figures (plant_id, severity, condition, result, units, connected, lamps, counts, attention, updated_at)
      select id, n % $2, ($1::text[])[1 + n % $2], 'pass', 4, 4, 500, '{}', '[]', now()
      from (select id, row_number() over ()::int as n from plant where plantname like 'Bench %') as made
      on conflict (plant_id) do update set severity = excluded.severity, condition = excluded.condition, result = excluded.result,
        units = excluded.units, connected = excluded.connected, lamps = excluded.lamps`,
    [[...conditions], conditions.length],
  )
  await pool.query('analyze plant')
  await pool.query('analyze plant_figures')
}

/** Cost of the first page for a person with 2,000 plants: the worst 25, totals, counts by condition, tier and role. */
export const benchHome = async (product: RunningProduct): Promise<Figure[]> => {
  const { pool } = product.product().database
  await addPlants(product)
  const office = await createApiClient(product.url).signIn('nto')
  const readHome = () => office.call('getAllPlants', {})
  const runPlainQuery = () =>
    pool.query(`select figures.condition, count(*), sum(figures.lamps) from plant join plant_figures figures on figures.plant_id = plant.id
      where plant.removed_at is null group by figures.condition`)
  // Warm up: a freshly started server has not compiled its hot code.
  await measureTimes(3 * readsPerRound, readHome)
  const limit = await measureTimes(readsPerRound, runPlainQuery)
  const values = await measureTimes(readsPerRound, readHome)
  const { totals } = await readHome()
  return [0.5, 0.99].map((share) => ({
    name: `home of ${plants} plants, p${share * 100}`,
    value: roundValue(percentile(values, share)),
    unit: 'ms',
    limit: { value: roundValue(percentile(limit, share)), what: 'the same rows counted by the database' },
    note: `${totals.plants} plants; at most 30 ms`,
  }))
}
