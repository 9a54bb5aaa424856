import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordMigrations } from '../../testing/migration-folders.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { createEmptyDatabase, createTestDatabase } from '../../testing/test-database.ts'
import {
  appliedMigrations,
  migrateDatabase,
  migrateExactly,
  productMigrations,
  productTriggers,
  tablesOfMigrations,
} from './migrate.ts'
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

test.each(['migrations', 'former-migrations'])('the tables of the first of the %s are known', (name) => {
  const [first] = readMigrationFiles({ migrationsFolder: join(productMigrations, '..', name) })
  const tables = tablesOfMigrations([first?.hash ?? ''])
  expect(tables).toContain('central_unit')
  expect(tables).not.toContain('audit_rest')
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

test('unknown units and the assignments of their causes survive the renaming', async () => {
  const [first] = readMigrationFiles({ migrationsFolder: productMigrations })
  const older = await createEmptyDatabase()
  const id = '00000000-0000-4000-8000-000000000001'
  const at = '2026-03-02T09:00:00+00'
  try {
    await older.db.transaction(async (tx) => {
      await migrateExactly(tx, [first?.hash ?? ''])
      await tx.execute(`set local session_replication_role = replica;
        insert into central_unit (plant_id, unit, cu_type, cu_id, added_at, stranger_life, stranger_since)
          values ('${id}', 'logica_0A1B2C', 'logica', '0A1B2C', '${at}', 'bb', '${at}');
        insert into attention_assignment values ('${id}', 'logica_0A1B2C', 'unit_stranger', '${id}', '${at}');
        insert into plant_figures values ('${id}', 0, 'offline', 'unknown', 1, 0, 0, '{}', '[{"code": "unit_stranger"}]', '${at}')`)
    })
    await migrateDatabase(older, { log })
    const { rows } = await older.pool.query(`
      select unknown_life, unknown_life_since is not null as "hasTime", attention_assignment.code, due.plant_id as due
      from central_unit join attention_assignment using (plant_id) join plant_figures_due as due using (plant_id)`)
    expect(rows).toEqual([{ unknown_life: 'bb', hasTime: true, code: 'unknown_unit', due: id }])
  } finally {
    await older.close()
  }
})

describe('a database of former migrations', () => {
  const former = join(productMigrations, '../former-migrations')
  const hashes = readMigrationFiles({ migrationsFolder: former }).map(({ hash }) => hash)

  /** Tables without the order of their columns, on which nothing depends; partitions follow their tables. */
  const readSchema = async ({ pool }: Database): Promise<string[]> => {
    const { rows } = await pool.query<{ line: string }>(`
      with tables as (select oid, relname, relkind from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition)
      select concat_ws(' ', 'column', relname, relkind, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
          pg_get_expr(adbin, adrelid)) as line
        from pg_attribute join tables on tables.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped
      union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(c.oid)) from pg_constraint c
        join tables on tables.oid = conrelid where contype <> 'n'
      union all select 'index ' || pg_get_indexdef(indexrelid) from pg_index join tables on tables.oid = indrelid
      union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join tables on tables.oid = tgrelid
        where not tgisinternal
      union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'sequence ' || relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'S'`)
    return rows.map(({ line }) => line).sort()
  }

  /** The first migration of an earlier squash replaces the first fifteen. */
  const squashed = ['61c2ee514924d30e6508dc5e23f1417d67df000867ca86b16c613af99deea5ed', ...hashes.slice(15)]
  test.each([
    ['one former', hashes.slice(0, 1)],
    ['13 former', hashes.slice(0, 13)],
    ['all former', hashes],
    ['the first of an earlier squash', squashed.slice(0, 1)],
    ['all of an earlier squash', squashed],
  ])('becomes the one of the first migration: %s', async (_, applied) => {
    const [brought, product] = [await createEmptyDatabase(), await createTestDatabase()]
    try {
      await brought.db.transaction((tx) => migrateExactly(tx, applied))
      await migrateDatabase(brought, { log })
      await migrateDatabase(brought, { log })
      expect(await appliedMigrations(brought.db)).toEqual(await appliedMigrations(product.db))
      const schema = await readSchema(product)
      expect(schema.length).toBeGreaterThan(1000)
      expect(await readSchema(brought)).toEqual(schema)
    } finally {
      await Promise.all([brought, product].map((one) => one.close()))
    }
  })

  test('with another former migration is refused', async () => {
    await database.pool.query(`update drizzle.__drizzle_migrations set hash = $1`, [hashes[1]])
    await expect(migrateDatabase(database, { log })).rejects.toThrow('was changed after it had been applied')
  })
})
