import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import config from '../server/drizzle.config.ts'
import { missingChecks } from '../server/enumeration-checks.ts'
import { root } from './sources.ts'

/** The tables that the features describe are the tables that the migrations make. */

const migrations = join(root, 'server/src/migrations')
const scratch = mkdtempSync(join(tmpdir(), 'vigilux-migrations-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const drizzleKit = join(root, 'node_modules/.bin/drizzle-kit')

/** The statements that drizzle-kit adds to the migrations for these schemas. */
const addedStatements = (schema: readonly string[]): string[] => {
  const out = join(scratch, 'migrations')
  cpSync(migrations, out, { recursive: true })
  const before = new Set(readdirSync(out))
  const path = join(scratch, 'drizzle.config.json')
  writeFileSync(path, JSON.stringify({ ...config, schema, out: relative(root, out) }))
  execFileSync(drizzleKit, ['generate', '--config', path], { cwd: root, stdio: 'pipe' })
  const added = readdirSync(out).filter((file) => !before.has(file))
  return added.flatMap((file) => readFileSync(join(out, file), 'utf8').split('--> statement-breakpoint'))
}

const described = [config.schema].flat().filter((one) => one !== undefined)
const drizzle = JSON.stringify(join(root, 'node_modules/drizzle-orm/pg-core/index.js'))
const plant = (name: string, columns: string): string => {
  const path = join(scratch, `${name}.schema.ts`)
  writeFileSync(
    path,
    `import { pgTable, text } from ${drizzle}\nexport const table = pgTable('${name}', { ${columns} })\n`,
  )
  return path
}

/** One planted table proves that drizzle-kit read the schemas, and would report any other difference. */
it('match the schemas of the features, so that only a planted table is missing', { timeout: 120_000 }, () => {
  const planted = plant('planted', 'a: text()')
  expect(addedStatements([...described, planted])).toEqual([expect.stringContaining('CREATE TABLE "planted"')])
})

it('are compared with the newest snapshot, which alone is kept', () => {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number }[]
  }
  const newest = Math.max(...journal.entries.map(({ idx }) => idx))
  const kept = readdirSync(join(migrations, 'meta')).sort()
  expect(kept).toEqual([`${String(newest).padStart(4, '0')}_snapshot.json`, '_journal.json'])
})

it('refuse a value that the schema of its column does not list, so that only those of a planted table are missing', async () => {
  const planted = plant('drawn', "a: text({ enum: ['x', 'it\\'s'] }), b: text({ enum: ['y'] }).array(), c: text()")
  expect(await missingChecks(described, migrations)).toEqual([])
  expect(await missingChecks([...described, relative(root, planted)], migrations)).toEqual([
    `ALTER TABLE "drawn" ADD CONSTRAINT "drawn_a_known" CHECK ("a" IN ('x', 'it''s'));`,
    `ALTER TABLE "drawn" ADD CONSTRAINT "drawn_b_known" CHECK ("b" <@ ARRAY['y']::text[]);`,
  ])
})
