import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** What the documents say of the metrics is what the server has. */

const sources = repositoryFiles().filter((path) => /^server\/src\/.*\.ts$/.test(path) && !path.includes('.test.'))
const declared = sources.flatMap((path) =>
  [...readSource(path).matchAll(/\bname: '(vigilux_\w+)'/g)].map(([, name]) => `${name}`),
)

const unitsOf = /_(total|seconds|bytes|waiting|pending|open|stored|used|max|connected|answers)$/

test('docs/operations/monitoring.md lists exactly the metrics of the server', () => {
  const described = [...readSource('docs/operations/monitoring.md').matchAll(/^\| `(vigilux_\w+)`/gm)].map(
    ([, name]) => `${name}`,
  )
  expect(declared.length).toBeGreaterThan(30)
  expect(described.toSorted()).toEqual([...new Set(declared)].toSorted())
})

test('a metric is named like those of other programs: its unit is the last word', () => {
  expect(declared.filter((name) => name !== 'vigilux_browsers' && !unitsOf.test(name))).toEqual([])
})
