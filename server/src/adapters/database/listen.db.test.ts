import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { listen } from './listen.ts'
import type { Database } from './open-database.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const notify = (payload: string) => database.pool.query('select pg_notify($1, $2)', ['some "channel"', payload])

test('receives committed notifications, also after a reconnect, until it is closed', async () => {
  const receivedTopics: string[] = []
  const listening = vi.fn()
  const parts = { connection: database.connection, log: quietLog() }
  const listener = await listen(parts, 'some "channel"', (payload) => receivedTopics.push(payload), listening)
  expect(listening).toHaveBeenCalledTimes(1)

  await notify('first')
  await vi.waitUntil(() => receivedTopics.length === 1)

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vigilux listens' and datname = current_database()`,
  )
  await vi.waitUntil(() => listening.mock.calls.length === 2, { timeout: 10_000 })
  await notify('second')
  await vi.waitUntil(() => receivedTopics.length === 2)
  expect(receivedTopics).toEqual(['first', 'second'])

  await listener.close()
  await notify('third')
  const { rows } = await database.pool.query(
    `select pid from pg_stat_activity where application_name = 'vigilux listens' and datname = current_database()`,
  )
  expect(rows).toEqual([])
  expect(receivedTopics).toEqual(['first', 'second'])
})

test('rejects without a database', async () => {
  const connection = { connectionString: 'postgresql://nobody@127.0.0.1:1/none' }
  const listening = vi.fn()
  await expect(listen({ connection, log: quietLog() }, 'a', () => undefined, listening)).rejects.toThrow()
  expect(listening).not.toHaveBeenCalled()
})
