import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Words unfit for comments and titles of tests, each with a plain replacement. */
const plainWords: Record<string, string> = {
  told: 'notified, reported or sent',
  whoever: 'anyone who, or the role',
  anew: 'again',
  'by itself': 'automatically, or on its own',
  'by themselves': 'automatically, or on their own',
  'is to be': 'must be, or the verb',
  'are to be': 'must be, or the verb',
  'such a one': 'the noun',
  'not known': 'unknown',
}
/** The examples of this file contain these words. */
const ownPath = 'checks/plain-comments.test.ts'
const refusedWords = new RegExp(`\\b(${Object.keys(plainWords).join('|')})\\b`, 'i')

const commentsOf = (source: string): string[] =>
  [...source.matchAll(/(?<=^|[\s({,])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map(([comment]) =>
    // Code names may contain any word.
    comment.replaceAll(/`[^`]*`|@param \S+/g, ''),
  )

/** Titles of `describe`, `it` and `test`, also after `.each(…)`, and the first text of each row of such a table. */
const titlesOf = (source: string): string[] => {
  const titles = source.matchAll(
    /(?:\b(?:describe|it|test)(?:\.\w+)*|\b(?:describe|it|test)\.\w+\([^\n]*\)|^\s*\]\))\(\s*(?<quote>['`])(?<title>(?:(?!\k<quote>).)+)\k<quote>/gm,
  )
  const rows = source.matchAll(/^\s*\[\s*'(?<title>[^'\n]+)',/gm)
  return [...titles, ...rows].map(({ groups }) => groups?.title ?? '')
}

/** The subject of a comment is a noun, such as unit, lamp or caller. */
const beginsWithWhat = (comment: string): boolean => /^(?:\/\*\*?|\/\/)[\s*]*What\b(?![^.]*\?)/.test(comment)

const findRefused = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const term = refusedWords.exec(text.replaceAll(/\s+\*? ?/g, ' '))?.[0].toLowerCase()
    return term ? [`${term} (say ${plainWords[term]}): ${text.slice(0, 80)}`] : []
  })

test('comments use plain words', () => {
  const sample = '/** The lamp is\n * to be tested. */ const told = 1 // `told` is free'
  expect(findRefused(commentsOf(sample))).toHaveLength(1)
  const files = repositoryFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path) && path !== ownPath)
  expect(files.length).toBeGreaterThan(2_000)
  expect(
    files.flatMap((path) => findRefused(commentsOf(readSource(path))).map((found) => `${path}: ${found}`)),
  ).toEqual([])
})

test('comments begin with a noun, not with "What"', () => {
  expect(['/** What a unit sends. */', '// What now?', '/** Messages. */'].map(beginsWithWhat)).toEqual([
    true,
    false,
    false,
  ])
  const files = repositoryFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path) && path !== ownPath)
  const found = files.flatMap((path) =>
    commentsOf(readSource(path))
      .filter(beginsWithWhat)
      .map((comment) => `${path}: ${comment.slice(0, 80)}`),
  )
  expect(found).toEqual([])
})

test('titles of tests use plain words', () => {
  const [word] = Object.keys(plainWords)
  const samples = [
    `it('is ${word}', () => {`,
    `describe.each(kinds)('is ${word}', () => {`,
    `test.each([1])('is ${word} %s', () => {`,
    `  ['is ${word}', 1],`,
  ]
  for (const sample of samples) expect(findRefused(titlesOf(sample))).toHaveLength(1)
  const files = repositoryFiles().filter((path) => /\.test\.tsx?$/.test(path) && path !== ownPath)
  expect(files.length).toBeGreaterThan(600)
  expect(files.flatMap((path) => findRefused(titlesOf(readSource(path))).map((found) => `${path}: ${found}`))).toEqual(
    [],
  )
})

test('documents use plain words', () => {
  const files = repositoryFiles().filter((path) => /\.md$/.test(path))
  expect(files.length).toBeGreaterThan(60)
  const words = ['told', 'whoever', 'anew'] satisfies (keyof typeof plainWords)[]
  const isOdd = (line: string) => new RegExp(`\\b(${words.join('|')})\\b`, 'i').test(line)
  expect(words.map((word) => isOdd(`a ${word} b`))).toEqual(words.map(() => true))
  expect(
    files.flatMap((path) =>
      readSource(path)
        .split('\n')
        .filter(isOdd)
        .map((line) => `${path}: ${line}`),
    ),
  ).toEqual([])
})

/** Comments have at most 120 columns, as code has; the formatter wraps code alone. Directives of tools are one line. */
const isTooLong = (line: string): boolean =>
  line.length > 120 && /^\s*(?:\*|\/\/|\/\*)/.test(line) && !line.includes('biome-ignore')

test('comments fit into 120 columns', () => {
  expect([`// ${'x'.repeat(120)}`, `  * ${'x '.repeat(20)}`].map(isTooLong)).toEqual([true, false])
  const files = repositoryFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  const tooLong = files.flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((line, at) => (isTooLong(line) ? [`${path}:${at + 1}`] : [])),
  )
  expect(tooLong).toEqual([])
})
