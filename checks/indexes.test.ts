import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * Drizzle writes `desc()` as DESC NULLS LAST, but DESC in a query means NULLS FIRST: PostgreSQL then sorts the whole
 * table. It reads an ascending index backwards instead.
 */
test('no index has a descending column without NULLS FIRST', () => {
  const schemas = repositoryFiles().filter((path) => path.endsWith('.schema.ts'))
  expect(schemas.length).toBeGreaterThan(10)
  expect(schemas.filter((path) => /\.desc\(\)(?!\s*\.nullsFirst\(\))/.test(readSource(path)))).toEqual([])
})

/** A connection caches the plan of a function. A plan from a small table would later scan all rows for each row. */
test('triggers that read a table use an index', () => {
  const files = repositoryFiles().filter((path) => path.endsWith('.triggers.sql'))
  const functions = files.flatMap((path) => [...readSource(path).matchAll(/FUNCTION (\w+)([^$]*)\$\$(.*?)\$\$/gs)])
  expect(functions.length).toBeGreaterThan(10)
  const readingTriggers = functions.filter(([, , , body = '']) => /\bFROM [a-z_]+|\bUPDATE [a-z_]+ SET/.test(body))
  expect(
    readingTriggers.filter(([, , head = '']) => !head.includes('SET enable_seqscan = off')).map(([, name]) => name),
  ).toEqual([])
})
