import { openPlantWithUnit } from './plant-with-unit.ts'

/** A functional test every four weeks and a yearly autonomy test, as a unit reports them. */
const schedule = {
  functional: { next: '2026-03-18T02:00:00.000Z', period: '4w', deferred: false },
  autonomy: { next: '2026-10-20T02:00:00.000Z', period: '12m', deferred: false },
}

/**
 * Many plants of one person with a unit each, copied from a plant of the product. Each unit has its test dates and some
 * tests of the past; a fault in each tenth test.
 */
export const openManyPlants = async (count: number) => {
  const plant = await openPlantWithUnit()
  const { pool } = plant.server.database
  const client = await pool.connect()
  const copy = (table: string, where: string, changes: string) =>
    client.query(
      `insert into ${table} select (jsonb_populate_record(r, ${changes})).*
        from ${table} r, generate_series(2, ${count}) n where ${where}`,
    )
  const idOf = (kind: number) => `('0000000${kind}-0000-4000-8000-' || lpad(n::text, 12, '0'))`
  const ofPlant = `r.plant_id = '${plant.plantId}'`
  const unitName = `'logica_' || upper(lpad(to_hex(n), 6, '0'))`
  const serial = `upper(lpad(to_hex(n), 6, '0'))`
  // The triggers would recompute the figures of each plant.
  await client.query('set session_replication_role = replica')
  await client.query(`update central_unit set acquired = true, shadow_at = now(), detail = $1`, [schedule])
  await copy(
    'plant',
    `r.id = '${plant.plantId}'`,
    `jsonb_build_object('id', ${idOf(1)}, 'plantname', 'Market ' || n || ' of the customer')`,
  )
  await copy('plant_member', ofPlant, `jsonb_build_object('plant_id', ${idOf(1)})`)
  await copy(
    'central_unit',
    ofPlant,
    `jsonb_build_object('id', ${idOf(2)}, 'plant_id', ${idOf(1)}, 'unit', ${unitName}, 'cu_id', ${serial})`,
  )
  await client.query(
    `insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, ended_at, lamps)
      select gen_random_uuid(), u.plant_id, u.id, u.unit, 'functional', 'user', 'finished', at, at, at + interval '1 minute', '{1,2,3,4}'
      from central_unit u, generate_series('2026-01-20 09:00Z'::timestamptz, '2026-03-02', interval '20 days') at`,
  )
  await client.query('analyze')
  client.release(true)
  return plant
}
