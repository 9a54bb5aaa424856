import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import config from '../server/drizzle.config.ts'
import { root } from './sources.ts'

/** The tables that the features describe are the tables that the migrations make. */

const migrations = join(root, 'server/src/migrations')
const scratch = mkdtempSync(join(tmpdir(), 'vigilux-migrations-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The SQL that would have to be written for these tables, on top of the migrations that there are. */
const lackingSql = (name: string, schema: readonly string[]): string => {
  const out = join(scratch, name)
  cpSync(migrations, out, { recursive: true })
  const before = new Set(readdirSync(out))
  const path = join(scratch, `${name}.config.json`)
  writeFileSync(path, JSON.stringify({ ...config, schema, out: relative(root, out) }))
  const drizzleKit = join(root, 'node_modules/.bin/drizzle-kit')
  const printed = execFileSync(drizzleKit, ['generate', '--config', path], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  // It ends well, too, where it could not read the folder.
  expect(printed).toMatch(/No schema changes|Your SQL migration file/)
  const added = readdirSync(out).filter((file) => !before.has(file))
  return added.map((file) => readFileSync(join(out, file), 'utf8')).join('\n')
}

it('are made by the migrations as they are described', { timeout: 120_000 }, () => {
  expect(
    lackingSql(
      'as-it-is',
      [config.schema].flat().filter((one) => one !== undefined),
    ),
  ).toBe('')
})

it('would be missed if one were described anew', { timeout: 120_000 }, () => {
  const schema = join(scratch, 'planted.schema.ts')
  const drizzle = JSON.stringify(join(root, 'node_modules/drizzle-orm/pg-core/index.js'))
  writeFileSync(
    schema,
    `import { pgTable, text } from ${drizzle}\nexport const planted = pgTable('planted', { a: text() })\n`,
  )
  const described = [config.schema].flat().filter((one) => one !== undefined)
  expect(lackingSql('planted', [...described, schema])).toContain('CREATE TABLE "planted"')
})

it('are compared with the newest snapshot, which alone is kept', () => {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number }[]
  }
  const newest = Math.max(...journal.entries.map(({ idx }) => idx))
  const kept = readdirSync(join(migrations, 'meta')).sort()
  expect(kept).toEqual([`${String(newest).padStart(4, '0')}_snapshot.json`, '_journal.json'])
})
