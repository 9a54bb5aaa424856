import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** A JSON column may hold data of an earlier release: code parses it, or the schema says why not. */
const schemas = repositoryFiles().filter(
  (path) => path.startsWith('server/src/') && path.endsWith('.schema.ts') && !path.endsWith('json-columns.schema.ts'),
)
const findUntyped = (text: string): string[] => text.match(/\bjsonb?\(\)/g) ?? []
/** JSON columns without parsing and without a comment on their line or the one before. */
const unexplained = (text: string): string[] =>
  [...text.matchAll(/^(.*)\n(.*)\n.*\b(\w+): trustedJson</gm)]
    .filter(([, previousLine, nextLine]) => !/\*\/|trustedJson/.test(`${previousLine}${nextLine}`))
    .map(([, , , column]) => column ?? '')

it('every JSON column is read through a schema or gives a reason', () => {
  expect(schemas.length).toBeGreaterThan(10)
  expect(schemas.filter((path) => readSource(path).includes('parsedJson(')).length).toBeGreaterThan(4)
  expect(schemas.filter((path) => findUntyped(readSource(path)).length > 0)).toEqual([])
  expect(schemas.flatMap((path) => unexplained(readSource(path)))).toEqual([])
})

it('the check finds a column without schema or reason', () => {
  expect(findUntyped('    values: jsonb().notNull(),')).toHaveLength(1)
  expect(unexplained('{\n  id: uuid(),\n  name: text(),\n  body: trustedJson<Body>(),\n}')).toEqual(['body'])
  expect(unexplained('{\n  id: uuid(),\n  /** Parsed before. */\n  body: trustedJson<Body>(),\n}')).toEqual([])
})
