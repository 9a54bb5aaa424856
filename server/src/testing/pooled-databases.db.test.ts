import type pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

/** The oid of this database: a reused one has the same. */
const nameOf = async (pool: pg.Pool): Promise<string> =>
  (await pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''

/** A test changes its database; returns the database of the next test. */
const afterATest = async (...statements: string[]) => {
  const first = await createTestDatabase()
  const name = await nameOf(first.pool)
  for (const statement of statements) await first.pool.query(statement)
  await first.close()
  const next = await createTestDatabase()
  return { first, next, isKept: (await nameOf(next.pool)) === name }
}

const attempt = `insert into attempt (key) values ('a')`

it('a reused database has no rows or session state of the former test', async () => {
  const statements = [`set time zone 'Europe/Rome'`, 'create temporary table own (n int)', 'select pg_advisory_lock(7)']
  const { next, isKept } = await afterATest(attempt, `set statement_timeout = '7s'`)
  expect(isKept).toBe(true)
  const { rows } = await next.pool.query(
    `select (select count(*)::int from attempt) as attempts, current_setting('statement_timeout') as timeout`,
  )
  expect(rows).toEqual([{ attempts: 0, timeout: '0' }])
  await next.close()

  const { next: nextDatabase } = await afterATest(...statements)
  const found = await nextDatabase.pool.query(
    `select current_setting('TimeZone') as zone, to_regclass('own') as own,
       (select count(*)::int from pg_locks join pg_database on pg_database.oid = pg_locks.database
         where locktype = 'advisory' and datname = current_database()) as locks`,
  )
  expect(found.rows).toEqual([{ zone: 'UTC', own: null, locks: 0 }])
  await nextDatabase.close()
})

it.each([
  ['changed a column', 'alter table attempt alter column points set default 7'],
  ['made an index', 'create index more on attempt (points)'],
  ['switched a trigger off', 'alter table plant_member disable trigger all'],
  ['made a function', `create function more() returns int language sql as 'select 1'`],
])('a database is not reused after a test that has %s', async (_title, statement) => {
  const { next, isKept } = await afterATest(statement)
  expect(isKept).toBe(false)
  await next.close()
})

it('a closed database refuses further queries of its test', async () => {
  const { first, next, isKept } = await afterATest()
  expect(isKept).toBe(true)
  await expect(first.pool.query('select 1')).rejects.toThrow('has closed')
  await expect(first.pool.connect()).rejects.toThrow('has closed')
  await expect(first.db.execute('select 1')).rejects.toThrow('select 1')
  await expect(first.db.transaction(async () => 1)).rejects.toThrow('has closed')
  await next.close()
})

it('a database is not reused while a connection is open', async () => {
  const first = await createTestDatabase()
  const name = await nameOf(first.pool)
  const client = await first.pool.connect()
  const closed = first.close()
  await client.query('select 1')
  client.release()
  await closed
  const next = await createTestDatabase()
  expect(await nameOf(next.pool)).not.toBe(name)
  await next.close()
})
