import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** Actions that may stand in a search, beside what they are done to: "0131 identify", "test 0F201". */
export const searchActions = ['identify', 'test'] as const
export type SearchAction = (typeof searchActions)[number]

/** Letters of a search that count. */
const maxLength = 80
/** Letters from which on the beginning of an action's word is taken for it. */
const minLength = 3

/**
 * Takes the action out of a search: the first word that an action's word begins with, in the language of the page or in
 * English. What is left is what it is done to; where nothing is left, the word is searched for as any other.
 */
export function parseSearchQuery(
  text: string,
  words: Readonly<Record<SearchAction, string>>,
): { text: string; action: SearchAction | undefined } {
  const all = text.slice(0, maxLength).trim().split(/\s+/).filter(Boolean)
  const actionOf = (word: string) =>
    word.length < minLength
      ? undefined
      : searchActions.find((name) =>
          [words[name], name].some((one) => normalizeSearchText(one).startsWith(normalizeSearchText(word))),
        )
  const at = all.findIndex((word) => actionOf(word))
  const action = at < 0 ? undefined : actionOf(all[at] ?? '')
  if (!action || all.length === 1) return { text: all.join(' '), action: undefined }
  return { text: all.toSpliced(at, 1).join(' '), action }
}
