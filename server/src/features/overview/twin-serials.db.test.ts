import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenLamps } from '../../testing/given-lamps.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

it('a long list of lamps looks for lamps of the same serial without reading all others for each', async () => {
  const plantId = await server.given.plant()
  const unit = await server.given.unit(plantId)
  await givenLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], unit)
  const read = await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, boot, seq, reported_at)
      select central_unit_id, n, 'B' || 100000 + n, type, errors, condition, condition_since, groups, 1, 1, reported_at
      from lamp, generate_series(2, 900) n`)
    const { rows } = await tx.execute<{ read: number }>(
      sql`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'lamp'`,
    )
    return rows[0]?.read
  })
  expect(read).toBeLessThan(5_000)
})
