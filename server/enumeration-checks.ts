import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgArray, type PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * drizzle-kit knows `text({ enum })` only as a type, so the CHECK of each such column is derived here: `npm run
 * migrations` writes missing ones, and a check of the repository compares.
 */

const root = join(import.meta.dirname, '..')

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The CHECK of a column; null if the column allows any value. */
function checkOf(column: PgColumn): string | null {
  const name = toSnakeCase(column.name)
  const { enumValues: values = [] } = is(column, PgArray) ? column.baseColumn : column
  if (values.length === 0) return null
  const list = values.map(quoted).join(', ')
  return is(column, PgArray) ? `"${name}" <@ ARRAY[${list}]::text[]` : `"${name}" IN (${list})`
}

/** The CHECKs required by the schemas: the text of each under `table constraint`. */
async function wanted(schemas: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of globSync([...schemas], { cwd: root }).sort()) {
    const exported = (await import(join(root, path))) as Record<string, unknown>
    for (const table of Object.values(exported).filter((one) => is(one, PgTable))) {
      const { name, columns } = getTableConfig(table)
      for (const column of columns) {
        const check = checkOf(column)
        if (check) found.set(`"${name}" "${name}_${toSnakeCase(column.name)}_known"`, check)
      }
    }
  }
  return found
}

const statement =
  /ALTER TABLE (?:IF EXISTS )?("\w+") (?:DROP CONSTRAINT IF EXISTS ("\w+_known")|ADD CONSTRAINT ("\w+_known") CHECK \((.*)\));/g

/** The CHECKs made by the migrations, in their order. */
function made(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  for (const name of files.sort()) {
    for (const [, table, dropped, added, check = ''] of readFileSync(join(folder, name), 'utf8').matchAll(statement)) {
      if (added) found.set(`${table} ${added}`, check)
      else found.delete(`${table} ${dropped}`)
    }
  }
  return found
}

/** The statements missing from the migrations of this folder; none if their CHECKs equal those of the schemas. */
export async function missingChecks(schemas: readonly string[], folder: string): Promise<string[]> {
  const [there, here] = [made(folder), await wanted(schemas)]
  const drop = [...there].filter(([key, check]) => here.get(key) !== check).map(([key]) => key)
  const add = [...here].filter(([key, check]) => there.get(key) !== check)
  const parts = (key: string) => key.split(' ') as [table: string, constraint: string]
  return [
    ...drop.map(parts).map(([table, name]) => `ALTER TABLE IF EXISTS ${table} DROP CONSTRAINT IF EXISTS ${name};`),
    ...add.map(([key, check]) => {
      const [table, name] = parts(key)
      return `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (${check});`
    }),
  ]
}
