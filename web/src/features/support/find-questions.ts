import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import MiniSearch from 'minisearch'
import type { Question } from './questions.ts'

export type SearchableQuestion = Question & { ask: string; answer: string }

/** Share of wrong letters tolerated in a word: one in four; short words must match. */
const typos = (word: string): number | false => (word.length > 3 ? 0.25 : false)

/** Finds questions by words in any order, by prefixes, and with typos. An empty search finds all, in their order. */
export const searchQuestions = (
  questions: readonly SearchableQuestion[],
): ((searchText: string) => QuestionMatches) => {
  const index = new MiniSearch({
    idField: 'name',
    fields: ['ask', 'answer'],
    processTerm: (word) => normalizeSearchText(word) || null,
  })
  index.addAll(questions.map((one) => ({ ...one })))
  const questionByName = new Map<string, SearchableQuestion>(questions.map((one) => [one.name, one]))
  return (searchText) => {
    if (searchText.trim() === '') return { questions, tookFor: null }
    const hits = index.search(searchText, { fuzzy: typos, prefix: true, boost: { ask: 3 }, combineWith: 'AND' })
    const isExactMatch = hits.every(({ queryTerms, terms }) =>
      queryTerms.every((queryTerm) => terms.some((found) => found.startsWith(queryTerm))),
    )
    return {
      questions: hits.flatMap(({ id }) => questionByName.get(String(id)) ?? []),
      tookFor:
        hits.length === 0 || isExactMatch
          ? null
          : (index.autoSuggest(searchText, { fuzzy: typos, combineWith: 'AND' })[0]?.suggestion ?? null),
    }
  }
}

/** The hits, and the words used instead of the typed ones; null when the typed ones matched. */
type QuestionMatches = { questions: readonly SearchableQuestion[]; tookFor: string | null }
