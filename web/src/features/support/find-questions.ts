import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import MiniSearch from 'minisearch'
import type { Question } from './questions.ts'

export type SearchableQuestion = Question & { ask: string; answer: string }

/** Share of wrong letters tolerated in a word: one in four; short words must match. */
const typos = (word: string): number | false => (word.length > 3 ? 0.25 : false)

/** Finds questions by words in any order, by prefixes, and with typos. An empty search finds all, in their order. */
export const searchQuestions = (questions: readonly SearchableQuestion[]): ((words: string) => QuestionMatches) => {
  const index = new MiniSearch({
    idField: 'name',
    fields: ['ask', 'answer'],
    processTerm: (word) => normalizeSearchText(word) || null,
  })
  index.addAll(questions.map((one) => ({ ...one })))
  const byName = new Map<string, SearchableQuestion>(questions.map((one) => [one.name, one]))
  return (words) => {
    if (words.trim() === '') return { questions, tookFor: null }
    const hits = index.search(words, { fuzzy: typos, prefix: true, boost: { ask: 3 }, combineWith: 'AND' })
    const isExact = hits.every(({ queryTerms, terms }) =>
      queryTerms.every((asked) => terms.some((found) => found.startsWith(asked))),
    )
    return {
      questions: hits.flatMap(({ id }) => byName.get(String(id)) ?? []),
      tookFor:
        hits.length === 0 || isExact
          ? null
          : (index.autoSuggest(words, { fuzzy: typos, combineWith: 'AND' })[0]?.suggestion ?? null),
    }
  }
}

/** The hits, and the words that replaced the typed ones; null when those matched. */
type QuestionMatches = { questions: readonly SearchableQuestion[]; tookFor: string | null }
