import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productMigrations, productTriggers } from '../adapters/database/migrate.ts'

/** Two small tables for tests of the database itself, independent of the product's tables. */
export const recordMigrations = join(import.meta.dirname, 'migrations')

/** The folders of which a migrated template is made before the tests run. */
export function migrationFolders(): string[] {
  return [recordMigrations, productMigrations].filter((folder) => existsSync(join(folder, 'meta/_journal.json')))
}

/** Changes whenever a migration or a trigger does. */
export function migrationsFingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  if (folder === productMigrations) hash.update(productTriggers().join('\n'))
  return hash
    .update(readFileSync(join(folder, 'meta/_journal.json')))
    .digest('hex')
    .slice(0, 16)
}
