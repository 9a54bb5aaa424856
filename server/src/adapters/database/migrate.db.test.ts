import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordMigrations } from '../../testing/migration-folders.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrateDatabase, productTriggers } from './migrate.ts'
import type { Database } from './open-database.ts'

/** A database with the first migration applied, and a folder to which the tests add more. */
let database: Database
let folder: string
const log = quietLog()

beforeEach(async () => {
  database = await createTestDatabase({ migrations: recordMigrations })
  folder = mkdtempSync(join(tmpdir(), 'vigilux-migrations-'))
  cpSync(recordMigrations, folder, { recursive: true })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const firstWhen = 1_795_219_200_000

function addMigration(tag: string, sql: string, when: number): void {
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag, breakpoints: true })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(folder, `${tag}.sql`), sql)
}

const tableExists = async (name: string) => {
  const { rows } = await database.pool.query('select to_regclass($1) is not null as yes', [name])
  return rows[0].yes
}

test('a migration is applied once, even when several nodes start at once', async () => {
  addMigration('0001_lamp', 'create table lamp (id integer)', firstWhen + 1)
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database, { log, folder })))
  await migrateDatabase(database, { log, folder })
  expect(await tableExists('lamp')).toBe(true)
  const { rows } = await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
  expect(rows[0].n).toBe(2)
})

test('no migration is applied if one of them fails', async () => {
  addMigration('0001_lamp', 'create table lamp (id integer)', firstWhen + 1)
  addMigration('0002_broken', 'create table lamp (id integer)', firstWhen + 2)
  await expect(migrateDatabase(database, { log, folder })).rejects.toThrow()
  expect(await tableExists('lamp')).toBe(false)
  await database.ping()
})

test('a migration older than its predecessor is refused', async () => {
  addMigration('0001_lamp', 'create table lamp (id integer)', firstWhen - 1)
  await expect(migrateDatabase(database, { log, folder })).rejects.toThrow('0001_lamp is not newer')
  expect(await tableExists('lamp')).toBe(false)
})

test('a database newer than the program is refused', async () => {
  addMigration('0001_lamp', 'create table lamp (id integer)', firstWhen + 1)
  await migrateDatabase(database, { log, folder })
  await expect(migrateDatabase(database, { log, folder: recordMigrations })).rejects.toThrow('newer than the program')
})

test('a migration changed after it was applied is refused', async () => {
  writeFileSync(join(folder, '0000_notes.sql'), 'create table other (id integer)')
  await expect(migrateDatabase(database, { log, folder })).rejects.toThrow('0000_notes was changed')
})

test('the triggers match the files next to the schemas and follow their changes', async () => {
  const product = await createTestDatabase()
  try {
    const { rows } = await product.pool.query(`
      select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'pgboss.%' and tgparentid = 0
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace`)
    const files = productTriggers().join('\n')
    const declared = [...files.matchAll(/^CREATE OR REPLACE (?:TRIGGER|FUNCTION) (\w+)/gm)].map(([, name]) => name)
    expect(rows.map(({ name }) => name).sort()).toEqual(declared.sort())
    expect(declared.length).toBeGreaterThan(20)
    await product.pool.query(`
      create or replace function logbook_entry_stays() returns trigger language plpgsql as $$ begin return null; end $$;
      update drizzle.triggers set hash = 'of before'`)
    await migrateDatabase(product, { log })
    const { rows: triggers } = await product.pool.query(
      `select prosrc from pg_proc where proname = 'logbook_entry_stays'`,
    )
    expect(triggers[0].prosrc).toContain('only ever added')
  } finally {
    await product.close()
  }
})
