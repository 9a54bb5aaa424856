import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import config from '../server/drizzle.config.ts'
import { missingChecks } from '../server/enumeration-checks.ts'
import { root } from './sources.ts'

/** The migrations create exactly the tables described by the features. */

const migrations = join(root, 'server/src/migrations')
const scratchFolder = mkdtempSync(join(tmpdir(), 'vigilux-migrations-'))
afterAll(() => rmSync(scratchFolder, { recursive: true, force: true }))

const drizzleKit = join(root, 'node_modules/.bin/drizzle-kit')

/** The statements drizzle-kit adds to the migrations for these schemas. */
const addedStatements = (schema: readonly string[]): string[] => {
  const migrationsFolder = join(scratchFolder, 'migrations')
  cpSync(migrations, migrationsFolder, { recursive: true })
  const before = new Set(readdirSync(migrationsFolder))
  const path = join(scratchFolder, 'drizzle.config.json')
  writeFileSync(path, JSON.stringify({ ...config, schema, out: relative(root, migrationsFolder) }))
  execFileSync(drizzleKit, ['generate', '--config', path], { cwd: root, stdio: 'pipe' })
  const addedFiles = readdirSync(migrationsFolder).filter((file) => !before.has(file))
  return addedFiles.flatMap((file) =>
    readFileSync(join(migrationsFolder, file), 'utf8').split('--> statement-breakpoint'),
  )
}

const schemaFiles = [config.schema].flat().filter((one) => one !== undefined)
const drizzle = JSON.stringify(join(root, 'node_modules/drizzle-orm/pg-core/index.js'))
const plant = (name: string, columns: string): string => {
  const path = join(scratchFolder, `${name}.schema.ts`)
  writeFileSync(
    path,
    `import { pgTable, text } from ${drizzle}\nexport const table = pgTable('${name}', { ${columns} })\n`,
  )
  return path
}

/** An extra table proves a real comparison: drizzle-kit read the schemas and would report any other difference. */
it('migrations match the schemas of the features', { timeout: 120_000 }, () => {
  const planted = plant('planted', 'a: text()')
  expect(addedStatements([...schemaFiles, planted])).toEqual([expect.stringContaining('CREATE TABLE "planted"')])
})

it('only the newest migration snapshot is kept', () => {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number }[]
  }
  const maxIndex = Math.max(...journal.entries.map(({ idx }) => idx))
  const journalFiles = readdirSync(join(migrations, 'meta')).sort()
  expect(journalFiles).toEqual([`${String(maxIndex).padStart(4, '0')}_snapshot.json`, '_journal.json'])
})

it('migrations add a check constraint for every enum column', async () => {
  const planted = plant('drawn', "a: text({ enum: ['x', 'it\\'s'] }), b: text({ enum: ['y'] }).array(), c: text()")
  expect(await missingChecks(schemaFiles, migrations)).toEqual([])
  expect(await missingChecks([...schemaFiles, relative(root, planted)], migrations)).toEqual([
    `ALTER TABLE "drawn" ADD CONSTRAINT "drawn_a_known" CHECK ("a" IN ('x', 'it''s'));`,
    `ALTER TABLE "drawn" ADD CONSTRAINT "drawn_b_known" CHECK ("b" <@ ARRAY['y']::text[]);`,
  ])
})
