import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Only the owner of a table writes to it. Other features join it, and ask the owner for changes. */

type Source = { path: string; text: string }

const ownerIn = (path: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? /^server\/src\/tables\/([^/.]+)\./.exec(path)?.[1]

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The owner of each table, by its database name. */
const ownersOf = (schemas: readonly Source[]): Map<string, string> =>
  new Map(
    schemas.flatMap(({ path, text }) =>
      [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table = '']) => [table, ownerIn(path) ?? '']),
    ),
  )

const writeStatement =
  /\.(?:insert|update|delete)\((\w+)Table\)|\b(?:insert into|delete from|update) (?:\$\{(\w+)Table\}|(\w+))/g

/** Writes of features to tables of others, as `feature → table`. */
const trespasses = (stores: readonly Source[], owners: ReadonlyMap<string, string>): string[] => {
  const byIdentifier = new Map([...owners].map(([table, owner]) => [camel(table), { table, owner }]))
  return stores.flatMap(({ path, text }) =>
    [...text.matchAll(writeStatement)].flatMap(([, built, joinedStatement, raw]) => {
      const identifier = built ?? joinedStatement
      const table = identifier ? byIdentifier.get(identifier) : { table: raw ?? '', owner: owners.get(raw ?? '') }
      const from = ownerIn(path)
      return from && table?.owner && table.owner !== from ? [`${from} → ${table.table}`] : []
    }),
  )
}

const sources = repositoryFiles()
  .filter((path) => path.startsWith('server/src/') && path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readSource(path) }))
const owners = ownersOf(sources.filter(({ path }) => path.endsWith('.schema.ts')))

/** Erasing a plant deletes its rows in every table; `erased-plant.db.test.ts` checks the list against the database. */
const allowedWrites = ['central_unit', 'file', 'plant', 'pro_code'].map((table) => `plant-archive → ${table}`)

it('no feature writes to a table of another feature', () => {
  expect(owners.size).toBeGreaterThan(30)
  expect([...new Set(trespasses(sources, owners))].sort()).toEqual(allowedWrites)
})

it('the check finds direct and generated writes to foreign tables', () => {
  const path = 'server/src/features/rooms/rooms.store.ts'
  const unsafeStatement = ['delete from $', '{centralUnitTable}'].join('')
  const text = `tx.update(plantTable).set({}); sql\`insert into lamp (a)\`; sql\`${unsafeStatement}\`; tx.insert(roomTable)`
  expect(trespasses([{ path, text }], owners)).toEqual(['rooms → plant', 'rooms → lamp', 'rooms → central_unit'])
})
