import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SearchableQuestion, searchQuestions } from './find-questions.ts'
import { questions } from './questions.ts'

type Words = { ask: Record<string, string>; answer: Record<string, string> }
const locales = globSync('locales/*.json', { cwd: import.meta.dirname })
const textsOf = (file: string): Words => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
const readQuestions = (file: string): SearchableQuestion[] => {
  const { ask: question, answer } = textsOf(file)
  return questions.map((one) => ({ ...one, ask: question[one.name] ?? '', answer: answer[one.name] ?? '' }))
}
const english = searchQuestions(readQuestions('locales/en.json'))
const first = (query: string) => english(query).questions[0]?.name

test('there are at least 25 questions, each answered in every language', () => {
  expect(questions.length).toBeGreaterThanOrEqual(25)
  expect(locales).toHaveLength(9)
  for (const file of locales) {
    expect(readQuestions(file).filter(({ ask: question, answer }) => question === '' || answer.length < 40)).toEqual([])
    expect(Object.keys(textsOf(file).ask).toSorted()).toEqual(questions.map(({ name }) => name).toSorted())
  }
})

test('an empty search lists all questions in order', () => {
  expect(english('  ').questions.map(({ name }) => name)).toEqual(questions.map(({ name }) => name))
})

test('a search with a typo finds the question and shows the corrected word', () => {
  expect(first('entrol unit')).toBe('enrol')
  expect(english('entrol unit').tookFor).toContain('enrol')
  expect(english('enrol unit').tookFor).toBeNull()
  expect(first('inspecter')).toBe('report')
  expect(first('8883')).toBe('ports')
})

test('a search ignores accents and matches the start of a word', () => {
  const czech = searchQuestions(readQuestions('locales/cs.json'))
  expect(czech('pozvu').questions[0]?.name).toBe('invite')
  expect(czech('zaregistruji ridici').questions[0]?.name).toBe('enrol')
})

test('an unrelated search finds nothing, whatever its length', () => {
  expect(english('xylophone').questions).toEqual([])
  expect(english('a'.repeat(10_000)).questions).toEqual([])
})

/** A person looks on the screen for the text quoted in an answer. */
test('every text quoted in an answer exists on the screen, in every language', () => {
  const texts = (group: object): string[] =>
    Object.values(group).flatMap((value) => (typeof value === 'string' ? [value] : texts(value as object)))
  const all = globSync('**/locales/*.json', { cwd: join(import.meta.dirname, '../..') })
  for (const file of locales) {
    const language = file.slice(-7)
    const screen = new Set(
      all
        .filter((path) => path.endsWith(language) && !path.includes('support'))
        .flatMap((path) => texts(JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')))),
    )
    const { ask: question, answer } = textsOf(file)
    const quoted = [...Object.values(question), ...Object.values(answer)].flatMap((text) =>
      [...text.matchAll(/[“«„]\s?([^”»“]+?)\s?[”»“]/g)].map(([, expectedText = '']) => expectedText),
    )
    expect(quoted.length).toBeGreaterThan(5)
    // The display of a unit has no translations.
    expect(quoted.filter((screenText) => !screen.has(screenText) && screenText !== 'Already registered')).toEqual([])
  }
})
