import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { contains, startsWith } from './text-search.store.ts'

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
  ['ab', 'a.', false],
  ['a.(b)[c]{1}|^$*+?', '.(B)[c]{1}|^$*+?', true],
  ['***=', '***=', true],
  ['anything', '***=', false],
  ['Gang 1', 'gang', true],
  ['Magazyn Łódź', 'lodz', true],
  ['Magazyn Lodz', 'ŁÓDŹ', true],
  ['Straße', 'strasse', true],
  ['Strasse', 'straße', true],
  ['ÆRØ', 'aero', true],
  ['Aero', 'ærø', true],
  ['Chodba šatny', 'SATNY', true],
  ['Città', 'citta', true],
  ['Israël', 'israel', true],
  ['Łódź', 'lod z', false],
  ['anything', '', true],
])('the text %j contains %j: %s', async (text, search, found) => {
  const { rows } = await database.db.execute(sql`select ${contains(sql`${text}::text`, search)} as found`)
  expect(rows).toEqual([{ found }])
})

it.each([
  ['0A1B01', '0a1', true],
  ['0A1B01', 'a1', false],
  ['Ósmy', 'os', true],
])('the text %j begins with %j: %s', async (text, search, found) => {
  const { rows } = await database.db.execute(sql`select ${startsWith(sql`${text}::text`, search)} as found`)
  expect(rows).toEqual([{ found }])
})
