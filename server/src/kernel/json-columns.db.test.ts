import { sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../adapters/database/open-database.ts'
import { recordMigrations } from '../testing/migration-folders.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { parsedJson } from './json-columns.schema.ts'

const label = z.object({ text: z.string(), tags: z.array(z.string()).default([]) })
const labelTable = pgTable('label', {
  id: integer().primaryKey(),
  label: parsedJson(label, (value) => ({ ...value, version: 3 }))(),
})

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrations: recordMigrations })
  await database.db.execute(sql`create table label (id integer primary key, label jsonb)`)
})
afterAll(() => database.close())

const labelOf = async (id: number) => {
  const [row] = await database.db.select().from(labelTable).where(sql`id = ${id}`)
  return row?.label
}

test('a stored value is read through its schema and written with its version', async () => {
  await database.db.insert(labelTable).values({ id: 1, label: { text: 'Door', tags: ['new'] } })
  expect(await labelOf(1)).toEqual({ text: 'Door', tags: ['new'] })
  const { rows } = await database.db.execute(sql`select label->>'version' as version from label where id = 1`)
  expect(rows).toEqual([{ version: '3' }])
})

test('an older value gets new defaults, and null stays null', async () => {
  await database.db.execute(sql`insert into label values (2, '{"text": "Stairs", "was": true}'), (3, null)`)
  expect(await labelOf(2)).toEqual({ text: 'Stairs', tags: [] })
  expect(await labelOf(3)).toBeNull()
})

test('a malformed value fails when read, with the reason', async () => {
  await database.db.execute(sql`insert into label values (4, '{"text": 7}')`)
  await expect(labelOf(4)).rejects.toThrow('expected string')
})
