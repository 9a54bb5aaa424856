import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteMigrations } from '../../testing/migration-folders.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Database } from './open-database.ts'
import { vacuumIfDue } from './vacuums.ts'

let database: Database
const query = async <Row extends object>(text: string): Promise<Row[]> => (await database.pool.query<Row>(text)).rows
const sizeOf = async (table: string): Promise<number> =>
  Number((await query<{ size: string }>(`select pg_total_relation_size('${table}') as size`))[0]?.size)

/** Vacuums whatever is in need; the catalogue has needs of its own. */
const vacuumAll = async (): Promise<(string | undefined)[]> => {
  const tables: (string | undefined)[] = []
  do tables.push(await vacuumIfDue(database.pool))
  while (tables.at(-1) && tables.length < 50)
  return tables
}

beforeAll(async () => {
  database = await createTestDatabase({ migrations: noteMigrations })
  await query(`insert into note select n, repeat(md5(n::text), 8) from generate_series(1, 2000) n`)
})
afterAll(() => database.close())

test('a table whose rows change again and again stays as large as it is', async () => {
  const change = async () => {
    await query('update note set body = body || $$x$$ where id % 2 = 0')
    await query('delete from note where id > 1900')
    await query(`insert into note select n, repeat(md5(n::text), 8) from generate_series(1901, 2000) n`)
  }
  await change()
  expect(await vacuumAll()).toContain('public.note')
  const size = await sizeOf('note')
  for (let turn = 0; turn < 15; turn++) {
    await change()
    await vacuumAll()
  }
  expect((await sizeOf('note')) / size).toBeLessThan(1.5)
})

test('a table in which little changed is left alone, and one that was filled is counted', async () => {
  await vacuumAll()
  await query('update note set body = body where id < 20')
  expect(await vacuumIfDue(database.pool)).toBeUndefined()
  await query(`insert into note_tag select n, 'new' from generate_series(1, 1500) n`)
  expect(await vacuumAll()).toEqual(['public.note_tag', undefined])
  expect(await query(`select reltuples::int as n from pg_class where relname = 'note_tag'`)).toEqual([{ n: 1_500 }])
})
