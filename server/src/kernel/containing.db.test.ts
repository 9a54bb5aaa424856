import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { containing } from './containing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

it.each([
  ['100 % ready', '%', true],
  ['100 ready', '%', false],
  ['lamp_1', 'p_1', true],
  ['lampx1', 'p_1', false],
  ['a\\b', '\\', true],
  ['ab', '\\', false],
  ['Gang 1', 'gang', true],
])('in %j a search for %j finds: %s', async (text, search, found) => {
  const { rows } = await database.db.execute(sql`select ${text}::text ilike ${containing(search)} as found`)
  expect(rows).toEqual([{ found }])
})
