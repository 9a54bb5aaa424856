import { lt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../adapters/database/open-database.ts'
import { verificationTable } from '../tables/accounts.schema.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { deleteBatch } from './delete-batch.store.ts'

let database: Database
const [pastTime, laterTime] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')]
const deleteExpired = (limit: number) => {
  const { id, expiresAt } = verificationTable
  return deleteBatch(database.db, {
    table: verificationTable,
    key: id,
    which: lt(expiresAt, new Date('2026-02-01')),
    limit,
  })
}
const names = async () =>
  (await database.db.select({ name: verificationTable.identifier }).from(verificationTable)).map(({ name }) => name)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

it('a batch deletes no more than the limit and no other rows', async () => {
  const row = (identifier: string, expiresAt: Date) => ({ identifier, value: 'x', expiresAt })
  await database.db
    .insert(verificationTable)
    .values([row('one', pastTime), row('two', pastTime), row('three', pastTime), row('good', laterTime)])
  expect(await deleteExpired(2)).toBe(2)
  expect(await names()).toHaveLength(2)
  expect(await deleteExpired(2)).toBe(1)
  expect(await deleteExpired(2)).toBe(0)
  expect(await names()).toEqual(['good'])
})

it('a row renewed while it is locked remains', async () => {
  await database.db.insert(verificationTable).values({ identifier: 'renewed', value: 'x', expiresAt: pastTime })
  const lockClient = await database.pool.connect()
  await lockClient.query('begin')
  await lockClient.query(`update verification set expires_at = '2026-03-01' where identifier = 'renewed'`)
  const removal = deleteExpired(10)
  const isWaiting = async () =>
    (
      await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete%'`,
      )
    ).rowCount
  while (!(await isWaiting())) await new Promise((resolve) => setImmediate(resolve))
  await lockClient.query('commit')
  lockClient.release()
  expect(await removal).toBe(0)
  expect(await names()).toContain('renewed')
})
