import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase, productMigrations } from '../adapters/database/migrate.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { migrationFolders, migrationsFingerprint } from './migration-folders.ts'
import { quietLog } from './quiet-log.ts'

const cache = join(import.meta.dirname, '../../../node_modules/.cache/vigilux')
/** Changes when PGlite does: a new engine may not read the old one's folder. */
const engine = 'pglite-0.5.14'

/** Making a PGlite takes seconds, copying one a tenth of one: each state of the migrations is made once and kept. */
async function pgliteTemplate(folder: string): Promise<string> {
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

/**
 * Half of the time of a test file on PGlite went into translating the engine's WebAssembly once more. As long as a process holds on to a
 * module of the same bytes, V8 gives its machine code to every thread that asks for it.
 */
let kept: object | undefined
/** The types of Node do not name it as a value. */
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object }
function keepEngineTranslated(): void {
  kept ??= new WebAssembly.Module(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
}

/** Gives a data folder its database from a template, so that what opens it need neither make nor migrate one. */
export function placePglite(template: string, dataDir: string): void {
  keepEngineTranslated()
  cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true })
}

/** The product's migrated, empty database in a data folder that has none. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  placePglite(await pgliteTemplate(productMigrations), dataDir)
}

export async function setup(project: TestProject): Promise<void> {
  const templates: Record<string, string> = {}
  for (const folder of migrationFolders()) templates[folder] = await pgliteTemplate(folder)
  project.provide('testDatabases', { kind: 'pglite', templates })
}
