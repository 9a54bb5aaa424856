import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../adapters/database/migrate.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { migrationFolders, migrationsFingerprint } from './migration-folders.ts'
import { quietLog } from './quiet-log.ts'

const cache = join(import.meta.dirname, '../../../node_modules/.cache/vigilux')
/** Changes when PGlite does: a new engine may not read the old one's folder. */
const engine = 'pglite-0.5.14'

/** Making a PGlite takes seconds, copying one a tenth of one: each state of the migrations is made once and kept. */
async function makeTemplate(folder: string): Promise<string> {
  const template = join(cache, `${engine}-${migrationsFingerprint(folder)}`)
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'new-'))
  const log = quietLog()
  const database = await openDatabase({ databaseUrl: undefined, dataDir: unfinished, log })
  try {
    await migrateDatabase(database, { log, folder })
  } finally {
    await database.close()
  }
  try {
    renameSync(join(unfinished), template)
  } catch (error) {
    // Another test run was quicker.
    if (!existsSync(template)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return template
}

export async function setup(project: TestProject): Promise<void> {
  const templates: Record<string, string> = {}
  for (const folder of migrationFolders()) templates[folder] = await makeTemplate(folder)
  project.provide('testDatabases', { kind: 'pglite', templates })
}
