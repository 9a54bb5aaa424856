import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Log } from '../../kernel/log.ts'
import type { Database } from './open-database.ts'

/** The server's own migrations, as `npm run migrations` writes them. */
export const productMigrations = join(import.meta.dirname, '../../migrations')

/** Names this lock among all that the server's programs may take; any fixed number will do. */
const advisoryLock = 731_450_226

export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

interface JournalEntry {
  idx: number
  /** Unix time in ms; the migrator takes whatever is not newer than the last applied one for applied. */
  when: number
  tag: string
}

/** The migrator would silently skip a migration that is older than one before it, as a merge of branches makes them. */
export function readJournal(folder: string): JournalEntry[] {
  const file = join(folder, 'meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: JournalEntry[] }
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1]
    if (entry.idx !== index || (before && entry.when <= before.when)) {
      throw new MigrationRefused(
        `${file}: migration ${entry.tag} is not newer than the one before it and would be skipped. Generate it again.`,
      )
    }
  }
  return entries
}

async function appliedHashes(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!tables[0]?.present) return []
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows.map((row) => row.hash)
}

function refuseForeignHistory(applied: string[], known: { tag: string; hash: string }[]): void {
  if (applied.length > known.length) {
    throw new MigrationRefused(
      `The database has ${applied.length} migrations and this program knows ${known.length}: ` +
        'the database is newer than the program. Start the newer program, or restore the older backup.',
    )
  }
  const changed = known.find(({ hash }, index) => index < applied.length && hash !== applied[index])
  if (changed) {
    throw new MigrationRefused(`Migration ${changed.tag} was changed after it had been applied to this database`)
  }
}

/**
 * Brings the database's tables to the program's state: all missing migrations in one transaction, or none.
 * Several nodes may start at once: one migrates while the others wait.
 * @throws MigrationRefused when the database or the migrations' folder is not what this program can trust
 */
export async function migrateDatabase(database: Database, options: { log: Log; folder?: string }): Promise<void> {
  const folder = options.folder ?? productMigrations
  const journal = readJournal(folder)
  const files = readMigrationFiles({ migrationsFolder: folder })
  const known = journal.map(({ tag }, index) => ({ tag, hash: files[index]?.hash ?? '' }))

  const client = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    const before = await appliedHashes(client)
    refuseForeignHistory(before, known)
    await migrate(drizzle({ client }), { migrationsFolder: folder })
    const after = await appliedHashes(client)
    if (after.length !== known.length) {
      throw new MigrationRefused(`${known.length} migrations are known, but ${after.length} are applied`)
    }
    options.log.info({ applied: after.length - before.length, total: after.length }, 'The database is up to date')
  } finally {
    const unlocked = await client.query('select pg_advisory_unlock($1)', [advisoryLock]).catch(() => undefined)
    client.release(unlocked === undefined)
  }
}
