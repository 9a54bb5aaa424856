import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { historiesOf } from '../composition/histories.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'
import { monthAfter, pruneHistories } from './history.ts'
import { sqlStateOf } from './sql-state.ts'
import type { InTransaction } from './work.ts'

let server: TestServer
let office: User
let owner: User
let plantId: string
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
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  owner = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: owner.userId } })
  await server.create.unit(plantId)
})
afterAll(() => server.stop())

const prune = (histories = historiesOf(months, 30)) =>
  pruneHistories(
    { inTransaction: server.inTransaction, clock: server.clock, log: server.log, histories },
    new AbortController().signal,
  )
const rows = async (query: string): Promise<Record<string, unknown>[]> => (await server.database.pool.query(query)).rows
const count = async (table: string): Promise<number> => Number((await rows(`select count(*) as n from ${table}`))[0]?.n)
const partsOf = async (table: string): Promise<string[]> =>
  (await rows(`select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass`))
    .map(({ name }) => String(name))
    .sort()

/** A row of each kind in the current month. */
const liveOneMonth = async (): Promise<void> => {
  const at = server.clock.now().toISOString()
  const unit = { plantId, topic: 'logica_0A1B2C' }
  const [listedUnit] = (await server.as(owner).call('getUnitsDetails', { plantId })).units
  await server.as(owner).call('saveCuDescription', { ...unit, description: at, version: listedUnit?.version ?? 0 })
  await server.as(await server.create.user()).refusal('getLamps', { plantId })
  await server.security.flush()
  const id = randomUUID()
  await server.database.pool.query(`
    insert into mail ("to", language, template, values, created_at, sent_at) values ('a@b.test', 'en', 'x', '{}', '${at}', '${at}');
    insert into unit_command (id, plant_id, unit, command, name, state, retries_left, attempt, answer_timeout_ms, work_timeout_ms,
      retries, sets_working, requested_at, ended_at)
      values ('${id}', '${plantId}', 'logica_0A1B2C', '{}', 'x', 'done', 0, 1, 1, 1, 1, false, '${at}', '${at}');
    insert into lamp_change (central_unit_id, addr, at, serial, errors, condition)
      select id, 1, '${at}', 's', '{}', 'ok' from central_unit;
    insert into operation (id, plant_id, unit, kind, state, requested_at, ended_at)
      values ('${id}', '${plantId}', 'logica_0A1B2C', 'setParams', 'done', '${at}', '${at}');
    insert into operation_step (operation_id, n, role, command, lamps, state) values ('${id}', 0, 'work', '{}', '{}', 'done');
    insert into unit_record (unit, life, boot, seq, kind, body, at, received_at, plant_id)
      values ('logica_0A1B2C', 'a', 1, ${Date.parse(at)}, 'mains', '{}', '${at}', '${at}', '${plantId}');
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
      select '${id}', '${plantId}', id, unit, 'functional', 'local', 'finished', '${at}', '{1}' from central_unit;
    insert into test_result (test_id, lamp, serial, description, location, result, at, received_at)
      values ('${id}', 1, 's', '', '', 'passed', '${at}', '${at}');
    insert into logbook_entry (plant_id, no, id, kind, at, recorded_at, facts, hash)
      values ('${plantId}', ${Date.parse(at) / 1000}, '${id}', 'unitReset', '${at}', '${at}', '{}', '')`)
}

const forgettable = ['audit', 'security_event', 'mail', 'lamp_change', 'unit_command', 'operation', 'operation_step']
const retainedTables = ['unit_record', 'test_run', 'test_result', 'logbook_entry']
const counts = async (tables: readonly string[]): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])))

describe('history pruning', () => {
  it('waits for a long transaction on its table without failing', async () => {
    const busy = await server.database.pool.connect()
    await busy.query('begin; lock table security_event in access share mode')
    const sqlStates: unknown[] = []
    const inTransaction: InTransaction = (work) =>
      server.inTransaction(work).catch(async (error) => {
        sqlStates.push(sqlStateOf(error))
        await busy.query('commit')
        throw error
      })
    const histories = historiesOf(months, 30).filter(({ name }) => name === 'security log')
    const parts = { inTransaction, clock: server.clock, log: server.log, histories }
    await pruneHistories(parts, new AbortController().signal)
    busy.release()
    expect(sqlStates).toEqual(['55P03'])
    expect(await partsOf('security_event')).toContain('security_event_2026_03')
  })

  it('refuses and hides no row while a partition is created', async () => {
    const { pool } = server.database
    const waiting = `select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const areWaiting = async (n: number) => Number((await rows(waiting))[0]?.n) >= n
    const add = (address: string) =>
      pool.query(`insert into mail ("to", language, template, values, created_at)
          values ('${address}@b.test', 'en', 'x', '{}', '${server.clock.time.toISOString()}')`)
    await add('early')
    const reader = await pool.connect()
    await reader.query('begin; lock table mail_rest in access share mode')
    // The task waits for the reader, and later readers and writers wait for the task.
    const pruning = prune().catch(() => undefined)
    await vi.waitUntil(() => areWaiting(1), { interval: 5 })
    const pendingInsert = add('late')
    pendingInsert.catch(() => undefined)
    await vi.waitUntil(() => areWaiting(2), { interval: 5 })
    const read = count('mail')
    await vi.waitUntil(() => areWaiting(3), { interval: 5 })
    await reader.query('commit')
    reader.release()
    await pruning
    expect((await pendingInsert).rowCount).toBe(1)
    expect(await read).toBeGreaterThan(0)
    await prune()
    expect([await count('mail_rest'), await count('mail_2026_03')]).toEqual([0, 2])
    await pool.query('delete from mail')
  })

  it('prepares tables on one node at a time, and the others wait', async () => {
    const other = await server.database.pool.connect()
    await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('months of mail', 0))`)
    const pruning = prune().then(
      () => 'kept',
      () => 'failed',
    )
    // Longer than the maximum lock wait.
    const isWaiting = `select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory' and clock_timestamp() - query_start > interval '700 ms'`
    const waited = vi.waitUntil(async () => Number((await rows(isWaiting))[0]?.n) > 0, {
      interval: 20,
      timeout: 10_000,
    })
    await Promise.race([waited, pruning])
    await other.query('commit')
    other.release()
    expect(await pruning).toBe('kept')
  })

  it('keeps histories for the configured months, and records for ever', async () => {
    await prune()
    const startedAt = server.clock.time
    for (let month = 0; month < 6; month++) {
      server.clock.time = new Date(monthAfter(startedAt, month).getTime() + 86_400_000)
      await liveOneMonth()
    }
    expect(await counts(forgettable)).toEqual(Object.fromEntries(forgettable.map((table) => [table, 6])))
    await prune()
    // The current month counts in addition.
    expect(await counts(forgettable)).toEqual({
      audit: 4,
      security_event: 2,
      mail: 2,
      lamp_change: 2,
      unit_command: 3,
      operation: 3,
      operation_step: 3,
    })
    expect(await counts(retainedTables)).toEqual(Object.fromEntries(retainedTables.map((table) => [table, 6])))
    const { entries } = await server.as(owner).call('getAudit', { plantId })
    expect(entries.map(({ at }) => at.slice(0, 7))).toEqual(['2026-08', '2026-07', '2026-06', '2026-05'])
    expect((await server.as(office).call('getSecurityEvents', {})).total).toBe(2)
  })

  it('creates the next partitions ahead and loses nothing without one', async () => {
    expect(await partsOf('mail')).toEqual(['mail_2026_07', 'mail_2026_08', 'mail_2026_09', 'mail_2026_10', 'mail_rest'])
    expect(await count('mail_rest')).toBe(0)
    const total = await count('audit')
    server.clock.time = new Date('2026-12-31T23:59:59.999Z')
    await liveOneMonth()
    expect([await count('audit'), await count('audit_rest')]).toEqual([total + 1, 1])
    await Promise.all([prune(), prune()])
    expect([await count('audit'), await count('audit_rest'), await count('audit_2026_12')]).toEqual([1, 0, 1])
    expect(await partsOf('audit')).toContain('audit_2027_02')
  })

  it('continues after a failing history and retries it', async () => {
    server.clock.time = new Date('2027-06-15T00:00:00Z')
    const failingHistory = { name: 'away', months: 1, prune: () => Promise.reject(new Error('somebody reads it')) }
    const countPruned = async () => {
      await expect(prune([failingHistory, ...historiesOf(months, 30)])).rejects.toThrow('Pruning some histories failed')
      return counts(forgettable)
    }
    // Retried while the database itself reads a table: the task does not wait for it.
    await expect.poll(countPruned).toEqual(Object.fromEntries(forgettable.map((table) => [table, 0])))
  })

  it('deletes ended commands in batches and keeps open ones', async () => {
    const plants = [plantId, await server.create.plant()]
    for (const plant of plants)
      await server.database.pool.query(
        `insert into unit_command (id, plant_id, unit, command, name, state, retries_left, attempt, answer_timeout_ms,
           work_timeout_ms, retries, sets_working, requested_at, ended_at)
         select gen_random_uuid(), '${plant}', 'u', '{}', 'x', 'done', 0, 1, 1, 1, 1, false, '2027-01-01', '2027-01-01'
         from generate_series(1, 1500)`,
      )
    await server.database.pool.query(`update unit_command set ended_at = null, due_at = now() where id in
      (select id from unit_command where plant_id = '${plantId}' limit 1)`)
    await prune()
    expect(await count('unit_command')).toBe(1)
  })
})
