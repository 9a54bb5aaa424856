import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** Actions that a search may contain next to their target: "0131 identify", "test 0F201". */
export const searchActions = ['identify', 'test'] as const
export type SearchAction = (typeof searchActions)[number]

/** Maximum significant characters of a search. */
const maxLength = 80
/** Minimum characters that match an action's word by prefix. */
const minLength = 3

/**
 * Extracts the action from a search: the first word that is a prefix of an action, in the page's language or in English. The rest
 * is its target; without a rest the word is searched like any other.
 */
export function parseSearchQuery(
  text: string,
  actionLabels: Readonly<Record<SearchAction, string>>,
): { text: string; action: SearchAction | undefined } {
  const searchWords = text.slice(0, maxLength).trim().split(/\s+/).filter(Boolean)
  const actionOf = (searchWord: string) =>
    searchWord.length < minLength
      ? undefined
      : searchActions.find((name) =>
          [actionLabels[name], name].some((one) =>
            normalizeSearchText(one).startsWith(normalizeSearchText(searchWord)),
          ),
        )
  const at = searchWords.findIndex((searchWord) => actionOf(searchWord))
  const action = at < 0 ? undefined : actionOf(searchWords[at] ?? '')
  if (!action || searchWords.length === 1) return { text: searchWords.join(' '), action: undefined }
  return { text: searchWords.toSpliced(at, 1).join(' '), action }
}
