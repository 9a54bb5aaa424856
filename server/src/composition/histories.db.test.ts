import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pruneHistories } from '../kernel/history.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { historiesOf } from './histories.ts'

/** Expired rows go; a younger row beside each stays. */
let server: TestServer
let userId: string
let [ownPlantId, removedPlantId] = ['', '']
const now = new Date('2026-03-02T09:00:00Z')
const [pastTime, future] = ['2026-03-02T08:59:59Z', '2026-03-02T09:00:01Z']
/** Kept until 1 January with a retention of 2 months, until 1 February with 1. */
const months = {
  accessLog: 24,
  audit: 3,
  commands: 2,
  deletedLogbook: 120,
  energy: 3,
  lampHistory: 1,
  mail: 1,
  securityLog: 1,
  telemetry: 2,
}

beforeAll(async () => {
  server = await createTestServer()
  userId = (await server.create.user()).userId
  ownPlantId = await server.create.plant()
  removedPlantId = await server.create.plant()
  server.clock.time = new Date(pastTime)
  await server.create.removePlant(removedPlantId)
  server.clock.time = now
})
afterAll(() => server.stop())

const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
const prune = () =>
  pruneHistories(
    { inTransaction: server.inTransaction, clock: server.clock, log: server.log, histories: historiesOf(months, 30) },
    new AbortController().signal,
  )

it('pruning removes expired sessions in batches', async () => {
  const add = `insert into session (expires_at, token, user_id) select $1, gen_random_uuid(), $2 from generate_series(1, $3::int)`
  await query(add, [pastTime, userId, 2_500])
  await query(add, [future, userId, 3])
  await prune()
  expect(await query('select count(*)::int as n, min(expires_at) as first from session')).toEqual([
    { n: 3, first: new Date(future) },
  ])
})

it('pruning removes expired codes', async () => {
  for (const at of [pastTime, future])
    await query(`insert into verification (identifier, value, expires_at) values ($1, 'x', $2)`, [at, at])
  await prune()
  expect(await query('select identifier from verification')).toEqual([{ identifier: future }])
})

it('pruning removes expired attempt counts and keeps endless ones', async () => {
  for (const [key, expire] of [
    ['over', Date.parse(pastTime)],
    ['counting', Date.parse(future)],
    ['endless', null],
  ])
    await query('insert into attempt (key, points, expire) values ($1, 1, $2)', [key, expire])
  await prune()
  expect(await query('select key from attempt order by key')).toEqual([{ key: 'counting' }, { key: 'endless' }])
})

it('pruning removes ended and abandoned enrolments after the retention of commands', async () => {
  const add = async (unit: string, outcome: string | null, at: string) =>
    query(
      `insert into enrolment (id, plant_id, unit, command_id, outcome, started_at, expires_at) values ($1, $2, $3, $1, $4, $5, $5)`,
      [randomUUID(), ownPlantId, unit, outcome, at],
    )
  await add('ended long ago', 'ok', '2025-12-31T23:59:59Z')
  await add('ended', 'ok', '2026-01-01T00:00:00Z')
  await add('left open long ago', null, '2025-12-31T23:59:59Z')
  await add('open', null, future)
  await prune()
  expect(await query('select unit from enrolment order by unit')).toEqual([{ unit: 'ended' }, { unit: 'open' }])
})

it('pruning removes stats and, later, invitations of removed plants', async () => {
  for (const plantId of [ownPlantId, removedPlantId]) {
    await query(
      `insert into plant_figures (plant_id, severity, condition, result, units, connected, lamps, counts, attention, updated_at)
       values ($1, 5, 'ok', 'pass', 0, 0, 0, '{}', '[]', now())`,
      [plantId],
    )
    await query(
      `insert into invitation (plant_id, email, role, token_hash, sent_by, sent_at, expires_at)
       values ($1, 'a@b.test', 'installerAdministrator', $2, $3, $4, $4)`,
      [plantId, randomUUID(), userId, pastTime],
    )
  }
  await prune()
  expect(await query('select plant_id from plant_figures')).toEqual([{ plant_id: ownPlantId }])
  expect(await query('select count(*)::int as n from invitation')).toEqual([{ n: 2 }])
  server.clock.time = new Date('2026-05-01T00:00:00Z')
  await prune()
  expect(await query('select plant_id from invitation')).toEqual([{ plant_id: ownPlantId }])
})
