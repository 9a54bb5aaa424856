import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inDatabaseLane } from '../../kernel/database-lane.ts'
import { createDeadline } from '../../kernel/deadline.ts'
import { refusalOf } from '../../kernel/refusal.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { laneLimits } from './connection-lanes.ts'
import type { Database } from './open-database.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ isFresh: true })
})
afterAll(() => database.close())

const sleep = 'select pg_sleep(600)'
const codeOf = (error: unknown) => refusalOf(error)?.code

const sleepingStatements = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep(6%' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.n ?? 0
}

test('an abandoned call leaves no statement, in a transaction or alone, and its connection is not used again', async () => {
  const deadline = createDeadline(60_000)
  const lane = { kind: 'call', deadline } as const
  const refusals = [
    inDatabaseLane(lane, () => database.pool.query(sleep)).catch(codeOf),
    inDatabaseLane(lane, () => database.db.transaction((tx) => tx.execute(sql.raw(sleep)))).catch(codeOf),
  ]
  await vi.waitFor(async () => expect(await sleepingStatements()).toBe(2))
  deadline.abandon()
  expect(await Promise.all(refusals)).toEqual(['STORAGE_SLOW', 'STORAGE_SLOW'])
  await vi.waitFor(async () => expect(await sleepingStatements()).toBe(0))
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('calls that take all of their connections leave tasks, jobs and units theirs', async () => {
  const deadline = createDeadline(60_000)
  const call = () => inDatabaseLane({ kind: 'call', deadline }, () => database.pool.query(sleep)).catch(codeOf)
  const { call: maxCalls } = laneLimits(20)
  const refusals = Array.from({ length: maxCalls + 3 }, call)
  await vi.waitFor(async () => expect(await sleepingStatements()).toBe(maxCalls))
  expect(database.use()).toMatchObject({ max: 20, waiting: { call: 3, task: 0, job: 0, pool: 0 } })
  expect(database.use().used).toBeGreaterThanOrEqual(maxCalls)
  for (const kind of ['task', 'job'] as const)
    expect((await inDatabaseLane({ kind }, () => database.pool.query('select 2 as two'))).rows).toEqual([{ two: 2 }])
  deadline.abandon()
  // Calls waiting for a connection are refused as well.
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['STORAGE_SLOW']))
})

test('each lane of the smallest pool has a connection', () => {
  expect(laneLimits(10)).toEqual({ call: 7, task: 1, job: 1 })
  expect(laneLimits(20)).toEqual({ call: 12, task: 3, job: 3 })
})
