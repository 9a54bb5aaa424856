import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Words that make comments hard to read, each with a plain replacement. */
const plainWords: Record<string, string> = {
  told: 'notified, reported or sent',
  whoever: 'anyone who, or the role',
  anew: 'again',
  'by itself': 'automatically, or on its own',
  'by themselves': 'automatically, or on their own',
  'is to be': 'must be, or the verb',
  'are to be': 'must be, or the verb',
  'such a one': 'the noun',
}
/** The examples of this file contain these words. */
const ownPath = 'checks/plain-comments.test.ts'
const refusedWords = new RegExp(`\\b(${Object.keys(plainWords).join('|')})\\b`, 'i')

const commentsOf = (source: string): string[] =>
  [...source.matchAll(/(?<=^|[\s({,])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map(([comment]) =>
    // Code names may contain any word.
    comment.replaceAll(/`[^`]*`|@param \S+/g, ''),
  )

const findRefused = (source: string): string[] =>
  commentsOf(source).flatMap((comment) => {
    const term = refusedWords.exec(comment.replaceAll(/\s+\*? ?/g, ' '))?.[0].toLowerCase()
    return term ? [`${term} (say ${plainWords[term]}): ${comment.slice(0, 80)}`] : []
  })

test('comments use plain words', () => {
  expect(findRefused('/** The lamp is\n * to be tested. */ const told = 1 // `told` is free')).toHaveLength(1)
  const files = repositoryFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path) && path !== ownPath)
  expect(files.length).toBeGreaterThan(2_000)
  expect(files.flatMap((path) => findRefused(readSource(path)).map((found) => `${path}: ${found}`))).toEqual([])
})
