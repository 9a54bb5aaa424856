import { expect, test } from 'vitest'
import { read, repositoryFiles } from './sources.ts'

/**
 * The library writes `desc()` of an index as DESC NULLS LAST, and of a query as DESC, which is NULLS FIRST: the one does not
 * serve the other, and a sort of the whole table takes its place. An ascending index is read backwards instead.
 */
test('no index is in an order that no query asks for', () => {
  const schemas = repositoryFiles().filter((path) => path.endsWith('.schema.ts'))
  expect(schemas.length).toBeGreaterThan(10)
  expect(schemas.filter((path) => /\.desc\(\)(?!\s*\.nullsFirst\(\))/.test(read(path)))).toEqual([])
})
