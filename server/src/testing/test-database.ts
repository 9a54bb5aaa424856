import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { productMigrations } from '../adapters/database/migrate.ts'
import { type Database, openDatabase } from '../adapters/database/open-database.ts'
import type { Log } from '../kernel/log.ts'
import { acquireDatabase } from './pooled-databases.ts'
import { createDatabase } from './postgresql-cluster.ts'
import { quietLog } from './quiet-log.ts'

/** Databases prepared by the test run: a cluster, with a migrated template per folder of migrations. */
export type TestDatabases = { url: string; templates: Record<string, string> }

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases
  }
}

export interface TestDatabaseOptions {
  /** Folder of migrations; the product's by default. */
  migrations?: string
  log?: Log
  /** Requires an unused server. */
  isFresh?: boolean
}

/** A database without a table. Close it in `afterAll`. */
export async function createEmptyDatabase(): Promise<Database> {
  const database = await createTestDatabase()
  await database.pool.query('drop schema public, drizzle cascade; create schema public')
  return database
}

/** Configuration with which another program reaches this database. */
export const configOf = ({ connection }: Database): { databaseUrl: string | undefined; dataDir: string } => ({
  databaseUrl: connection.connectionString,
  dataDir: '',
})

/**
 * A migrated, empty database for the calling test file, on the PostgreSQL of its test project. `await` it in
 * `beforeAll` and close it in `afterAll`.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const prepared = inject('testDatabases')
  const folder = options.migrations ?? productMigrations
  const template = prepared.templates[folder]
  if (!template) throw new Error(`There are no migrations in ${folder}; make them with: npm run migrations`)
  const isKept = folder === productMigrations && !options.isFresh

  const cluster = { url: (database: string) => prepared.url.replace('DATABASE', database) }
  if (isKept) return acquireDatabase(cluster, template)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(cluster, name, template)
  return openDatabase({ log: options.log ?? quietLog(), databaseUrl: cluster.url(name), dataDir: '' })
}
