import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * The library writes `desc()` of an index as DESC NULLS LAST, and of a query as DESC, which is NULLS FIRST: the one does not
 * serve the other, and a sort of the whole table takes its place. An ascending index is read backwards instead.
 */
test('no index is in an order that no query asks for', () => {
  const schemas = repositoryFiles().filter((path) => path.endsWith('.schema.ts'))
  expect(schemas.length).toBeGreaterThan(10)
  expect(schemas.filter((path) => /\.desc\(\)(?!\s*\.nullsFirst\(\))/.test(readSource(path)))).toEqual([])
})

/** A connection keeps the plan of a function, also one that was made while the table was small: it would then read all of it for each row. */
test('triggers that look into a table do so by an index', () => {
  const files = repositoryFiles().filter((path) => path.endsWith('.triggers.sql'))
  const functions = files.flatMap((path) => [...readSource(path).matchAll(/FUNCTION (\w+)([^$]*)\$\$(.*?)\$\$/gs)])
  expect(functions.length).toBeGreaterThan(10)
  const readingTriggers = functions.filter(([, , , body = '']) => /\bFROM [a-z_]+|\bUPDATE [a-z_]+ SET/.test(body))
  expect(
    readingTriggers.filter(([, , head = '']) => !head.includes('SET enable_seqscan = off')).map(([, name]) => name),
  ).toEqual([])
})
