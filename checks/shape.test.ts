import { expect, test } from 'vitest'
import { read, repositoryFiles } from './sources.ts'

/** Prints the measures of shape, so that a drift is seen, and holds the longest file to the limit. */

/** Tests may be longer: a table of cases is read one case at a time. */
const longestAllowed = (path: string): number => (/\.test\.tsx?$/.test(path) ? 450 : 300)

const sources = repositoryFiles().filter((path) => /\.(tsx?|mjs)$/.test(path))
const lengths = sources
  .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines)

const quantile = (share: number): number => lengths[Math.floor((lengths.length - 1) * share)]?.lines ?? 0

test('no source file is longer than a person reads at once', () => {
  const all = lengths.reduce((total, { lines }) => total + lines, 0)
  const isComment = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line)
  const comments = sources.reduce((total, path) => total + read(path).split('\n').filter(isComment).length, 0)
  const longest = lengths.slice(-5).map(({ path, lines }) => `${path} ${lines}`)
  console.log(
    `${sources.length} files, ${all} lines; median ${quantile(0.5)}, p95 ${quantile(0.95)}, comments ${((100 * comments) / all).toFixed(1)} %\nlongest: ${longest.reverse().join(', ')}`,
  )
  expect(lengths.filter(({ path, lines }) => lines > longestAllowed(path))).toEqual([])
})
