import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Tests may be longer than product files, because readers take a table case by case. */
const longestAllowed = (path: string): number => (/\.test\.tsx?$/.test(path) ? 500 : 400)

const sources = repositoryFiles().filter((path) => /\.(tsx?|mjs)$/.test(path))

test('no source file is too long', () => {
  const lengths = sources.map((path) => ({ path, lines: readSource(path).split('\n').length - 1 }))
  expect(lengths.filter(({ path, lines }) => lines > longestAllowed(path))).toEqual([])
})

test('the root folder holds no stray file', () => {
  const isExpected = (path: string) => /^\.|\.(md|json|jsonc|ts|mjs)$|^(LICENSE|NOTICE)$/.test(path)
  const inRoot = repositoryFiles().filter((path) => !path.includes('/'))
  expect(inRoot.filter((path) => !isExpected(path))).toEqual([])
})

/** The end of the bracket opened at `from`. Strings with brackets are rare beside a spread. */
const closingOf = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('[{('.includes(text[at] ?? '')) depth += 1
    else if (']})'.includes(text[at] ?? '')) depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** Spreads of object or array literals, which only save lines. */
const spreadLiterals = (text: string): string[] =>
  [...text.matchAll(/\.\.\.[[{]/g)].flatMap(({ index }) => {
    const end = closingOf(text, index + 3)
    // Derived from a literal, or the pattern of a parameter.
    return '.:'.includes(text[end + 1] ?? '') ? [] : [text.slice(index, end + 1)]
  })

test('no literal is spread into another literal', () => {
  expect(spreadLiterals('{ ...{ a, b }, c }, [...[1, 2], 3]')).toEqual(['...{ a, b }', '...[1, 2]'])
  expect(spreadLiterals('{ ...a, ...[1, 2].map(double), ...(a && { b }) }')).toEqual([])
  const found = sources
    .filter((path) => path !== 'checks/shape.test.ts')
    .flatMap((path) => spreadLiterals(readSource(path)).map((literal) => `${path}: ${literal}`))
  expect(found).toEqual([])
})
