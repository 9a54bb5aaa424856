import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../kernel/transaction.ts'
import { rowsRead } from '../../testing/rows-read.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findLatestTest, listOpenTestRuns, listOpenTestsOfUnit, listTests } from './emergency-tests.store.ts'

/** Frequent test queries cost the same after years of tests. */
const rowsOfHistory = 10_000
const units = 4
let server: TestServer
let plantId: string
let unitIds: string[]

const reads = (work: (tx: Tx) => Promise<unknown>) =>
  server.inTransaction(({ tx }) => rowsRead(tx, 'test_run', () => work(tx)))

beforeAll(async () => {
  server = await createTestServer()
  plantId = await server.create.plant()
  for (let n = 1; n <= units; n++) await server.create.unit(plantId, 'logica', `00000${n}`)
  const { rows } = await server.database.db.execute<{ id: string }>(sql`select id from central_unit order by unit`)
  unitIds = rows.map(({ id }) => id)
  // Each unit has many own tests, recent ones of the first unit and old ones of the last. One test still runs.
  await server.database.db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, ended_at, lamps)
    select gen_random_uuid(), ${plantId}, u.id, u.unit, 'functional', 'automatic',
      case when n = 1 and u.nr = 1 then 'running' when n % 3 = 0 then 'stopped' else 'finished' end,
      t.at, t.at, case when n = 1 and u.nr = 1 then null else t.at + interval '1 minute' end, '{1,2,3}'
    from (select id, unit, row_number() over (order by unit) as nr from central_unit) u
    cross join generate_series(1, ${rowsOfHistory / units}::int) n
    cross join lateral (select ${server.clock.now().toISOString()}::timestamptz - (n + u.nr * 1000) * interval '1 hour' as at) t`)
  await server.database.db.execute(sql`analyze test_run`)
})
afterAll(() => server.stop())

it.each<[what: string, most: number, work: (tx: Tx) => Promise<unknown>]>([
  ['open tests of a plant', 5, (tx) => listOpenTestRuns(tx, plantId)],
  ['open tests of a unit', 5, (tx) => listOpenTestsOfUnit(tx, unitIds[0] ?? '')],
  ['a page of tests', 30, (tx) => listTests(tx, plantId, { since: null, devices: 'all', offset: 0, limit: 25 })],
  [
    'a page of tests of emergency lamps',
    60,
    (tx) => listTests(tx, plantId, { since: null, devices: 'emergency', offset: 0, limit: 25 }),
  ],
  ['the last test of a plant', 10, (tx) => findLatestTest(tx, plantId)],
])('%s read at most %i rows', async (_title, maxReads, work) => {
  expect(await reads(work)).toBeLessThanOrEqual(maxReads)
})
