import { expect, test } from 'vitest'
import { read, repositoryFiles } from './sources.ts'

/** Tests may be longer than the product: a table of cases is read one case at a time. */
const longestAllowed = (path: string): number => (/\.test\.tsx?$/.test(path) ? 500 : 400)

const sources = repositoryFiles().filter((path) => /\.(tsx?|mjs)$/.test(path))

test('no source file is longer than a person reads at once', () => {
  const lengths = sources.map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
  expect(lengths.filter(({ path, lines }) => lines > longestAllowed(path))).toEqual([])
})
