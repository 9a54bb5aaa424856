import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Log } from '../../kernel/log.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Database } from './open-database.ts'

/** The server's own migrations, as `npm run migrations` writes them. */
export const productMigrations = join(import.meta.dirname, '../../migrations')

/** The steps by which unreleased programs made the tables of the first migration. */
const formerMigrations = join(import.meta.dirname, '../../former-migrations')

const features = join(import.meta.dirname, '../../features')

/** SQL files of the product's triggers, next to the schemas of their features. */
export const productTriggers = (): string[] =>
  globSync('*/*.triggers.sql', { cwd: features })
    .sort()
    .map((name) => readFileSync(join(features, name), 'utf8'))

/** Key of this advisory lock; any fixed number works. */
const advisoryLock = 731_450_226

export class MigrationError extends Error {
  override name = 'MigrationRefused'
}

interface JournalEntry {
  idx: number
  /** Unix time in ms at which the migration was generated. */
  when: number
  tag: string
}

interface Migration {
  tag: string
  when: number
  hash: string
  statements: string[]
}

/** A migration must be newer than the previous one, because order decides; a merge of branches can break this. */
function readJournal(folder: string): JournalEntry[] {
  const file = join(folder, 'meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: JournalEntry[] }
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1]
    if (entry.idx !== index || (before && entry.when <= before.when)) {
      throw new MigrationError(
        `${file}: migration ${entry.tag} is not newer than the one before it. Delete it and generate it again.`,
      )
    }
  }
  return entries
}

function readMigrations(folder: string): Migration[] {
  const journal = readJournal(folder)
  const files = readMigrationFiles({ migrationsFolder: folder })
  return files.map((file, index) => ({
    tag: journal[index]?.tag ?? '',
    when: file.folderMillis,
    hash: file.hash,
    statements: file.sql,
  }))
}

/** SHA-256 over the hashes of the 84 migrations of c5c1d7b0, joined by commas; the first former one equals them. */
const pglite = 'b60338f3727537f1af46625c0a6f13b7bbb4516e8d3ca5d832feae3899115610'

/** By the hash of an earlier first migration: the number of former ones with the same tables. */
const squashes: Readonly<Record<string, number>> = {
  '61c2ee514924d30e6508dc5e23f1417d67df000867ca86b16c613af99deea5ed': 15,
}

/** The former migrations applied to a database; null if it was made by the product's own. */
function readFormerHistory(
  appliedHashes: readonly string[],
  folder: string,
): { applied: string[]; all: Migration[] } | null {
  const [first] = appliedHashes
  if (folder !== productMigrations || first === undefined) return null
  const all = readMigrations(formerMigrations)
  const hashes = all.map(({ hash }) => hash)
  const isPglite = createHash('sha256').update(appliedHashes.join(',')).digest('hex') === pglite
  if (isPglite) return { applied: hashes.slice(0, 1), all }
  const squashed = squashes[first]
  const history = squashed ? [...hashes.slice(0, squashed), ...appliedHashes.slice(1)] : appliedHashes
  const applied = hashes.slice(0, history.length)
  return applied.join() === history.join() ? { applied, all } : null
}

/** The same table as in drizzle's tools, so they also work on the database. */
async function prepareHistory(tx: Tx): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  await tx.execute(sql`create table if not exists drizzle.triggers (hash text not null)`)
}

/** Creates or updates the triggers to match their files. A migration drops removed ones. */
async function createTriggers(tx: Tx, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const hash = createHash('sha256').update(files.join('\n')).digest('hex')
  const { rows } = await tx.execute<{ hash: string }>(sql`select hash from drizzle.triggers`)
  if (rows[0]?.hash === hash) return
  for (const file of files) await tx.execute(sql.raw(file))
  await tx.execute(sql`delete from drizzle.triggers`)
  await tx.execute(sql`insert into drizzle.triggers values (${hash})`)
}

/** Hashes of the migrations applied to this database, oldest first; empty without tables. Changes nothing. */
export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows: found } = await tx.execute<{ is: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  )
  if (!found[0]?.is) return []
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at, id`,
  )
  return rows.map((row) => row.hash)
}

/** @throws MigrationError where this program does not know each of them, in this order */
function refuseForeignHistory(appliedHashes: readonly string[], migrations: Migration[]): void {
  if (appliedHashes.length > migrations.length) {
    throw new MigrationError(
      `The database has ${appliedHashes.length} migrations and this program knows ${migrations.length}: ` +
        'the database is newer than the program. Start the newer program, or restore the older backup.',
    )
  }
  const changedMigration = migrations.find(
    ({ hash }, index) => index < appliedHashes.length && hash !== appliedHashes[index],
  )
  if (changedMigration) {
    throw new MigrationError(`Migration ${changedMigration.tag} was changed after it had been applied to this database`)
  }
}

const recordMigration = (tx: Tx, { when, hash }: Migration) =>
  tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`)

async function runStatements(tx: Tx, { statements }: Migration): Promise<void> {
  for (const statement of statements) await tx.execute(sql.raw(statement))
}

async function applyMigration(tx: Tx, migration: Migration): Promise<void> {
  await runStatements(tx, migration)
  await recordMigration(tx, migration)
}

/**
 * Creates the tables of exactly these migrations in an empty database, in the caller's transaction: rows of an older
 * release fit no others.
 * @throws MigrationError when this program does not know them
 */
export async function migrateExactly(
  tx: Tx,
  appliedHashes: readonly string[],
  folder = productMigrations,
): Promise<void> {
  const former = readFormerHistory(appliedHashes, folder)
  const migrations = former?.all ?? readMigrations(folder)
  const hashes = former?.applied ?? appliedHashes
  refuseForeignHistory(hashes, migrations)
  await prepareHistory(tx)
  for (const migration of migrations.slice(0, hashes.length)) await applyMigration(tx, migration)
}

/** @throws MigrationError when this program does not know each of these migrations */
export const refuseUnknownMigrations = (appliedHashes: readonly string[], folder = productMigrations): void => {
  if (!readFormerHistory(appliedHashes, folder)) refuseForeignHistory(appliedHashes, readMigrations(folder))
}

/** Captures the name of a created or renamed table; partitions are created without columns. */
const namesTable = /^\s*(?:CREATE TABLE "(\w+)" \(|ALTER TABLE "\w+" RENAME TO "(\w+)")/

/** Names of tables made by these migrations; of former ones, also tables renamed later. */
export function tablesOfMigrations(appliedHashes: readonly string[], folder = productMigrations): ReadonlySet<string> {
  const former = readFormerHistory(appliedHashes, folder)
  const applied = readMigrations(folder).slice(0, former ? 1 : appliedHashes.length)
  const statements = [...(former?.all ?? []), ...applied].flatMap((migration) => migration.statements)
  return new Set(
    statements.flatMap((statement) => {
      const [, created, renamed] = namesTable.exec(statement) ?? []
      return created ?? renamed ?? []
    }),
  )
}

/** Applies the missing former migrations, and records the first one in their place: it makes the same tables. */
async function replaceFormerHistory(tx: Tx, folder: string): Promise<void> {
  const former = readFormerHistory(await appliedMigrations(tx), folder)
  if (!former) return
  for (const migration of former.all.slice(former.applied.length)) await runStatements(tx, migration)
  await tx.execute(sql`delete from drizzle.__drizzle_migrations`)
  await tx.execute(sql`delete from drizzle.triggers`)
  const [first] = readMigrations(folder)
  if (first) await recordMigration(tx, first)
}

/**
 * Migrates the database's tables and triggers to the program's version: all missing migrations in one transaction, or
 * none. Several nodes may start at once: one migrates while the others wait. Drizzle's own migrator takes no lock, and
 * silently skips a migration older than the last applied one.
 * @param folder migrations other than the product's, without its triggers
 * @throws MigrationError if the database or the migrations' folder cannot be trusted
 */
export async function migrateDatabase(database: Database, options: { log: Log; folder?: string }): Promise<void> {
  const { folder = productMigrations } = options
  const migrations = readMigrations(folder)
  const missingMigrations = await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`)
    await prepareHistory(tx)
    await replaceFormerHistory(tx, folder)
    const appliedHashes = await appliedMigrations(tx)
    refuseForeignHistory(appliedHashes, migrations)
    const toApply = migrations.slice(appliedHashes.length)
    for (const migration of toApply) await applyMigration(tx, migration)
    await createTriggers(tx, folder === productMigrations ? productTriggers() : [])
    return toApply
  })
  options.log.info(
    { applied: missingMigrations.map(({ tag }) => tag), total: migrations.length },
    'The database is up to date',
  )
}
