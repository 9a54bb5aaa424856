import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** Actions in a search next to their target: "0131 identify", "test 0F201". */
export const searchActions = ['identify', 'test'] as const
export type SearchAction = (typeof searchActions)[number]

/** Words of each action in English, which every language understands; the first one names it. */
const englishPhrases: Readonly<Record<SearchAction, string>> = { identify: 'identify', test: 'test start' }

/** Maximum significant characters of a search. */
const maxLength = 80
/**
 * Minimum characters to match an action's word by prefix: at the beginning or end of a search, and between other words.
 */
const minLength = { atEdge: 2, between: 3 }

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const isPrefix = (searchWord: string, word: string): boolean =>
  normalizeSearchText(word).startsWith(normalizeSearchText(searchWord))

/**
 * Extracts the action from a search: the first word equal to a prefix of an action, in the page's language or in
 * English. The rest, without the other words of the action ("start test"), is its target. `phrases` are the actions as
 * the page words them; their name is `labels`.
 */
export function parseSearchQuery(
  text: string,
  labels: Readonly<Record<SearchAction, string>>,
  phrases: Readonly<Record<SearchAction, string>> = labels,
): { text: string; action: SearchAction | undefined } {
  const searchWords = wordsOf(text.slice(0, maxLength))
  const actionOf = (searchWord: string, at: number) => {
    const isAtEdge = at === 0 || at === searchWords.length - 1
    if (searchWord.length < (isAtEdge ? minLength.atEdge : minLength.between)) return undefined
    return searchActions.find((name) => [labels[name], name].some((word) => isPrefix(searchWord, word)))
  }
  const found = searchWords.map(actionOf)
  const at = found.findIndex(Boolean)
  const action = found[at]
  const unchanged = { text: searchWords.join(' '), action: undefined }
  if (!action) return unchanged
  const ofAction = wordsOf(`${phrases[action]} ${englishPhrases[action]}`)
  const target = searchWords.filter(
    (word, n) =>
      n !== at && !(word.length >= minLength.between && ofAction.some((actionWord) => isPrefix(word, actionWord))),
  )
  return target.length === 0 ? unchanged : { text: target.join(' '), action }
}
