import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { createSearchMatcher, normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** Filters options by typed text, ignoring case and accents; prefix matches come before other matches. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const fits = createSearchMatcher(search)
  const begin = normalizeSearchText(search.trim())
  const begins = ({ label }: ComboboxItem) => normalizeSearchText(label).startsWith(begin)
  const found = options.filter((option): option is ComboboxItem => !isOptionsGroup(option) && fits(option.label))
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, limit)
}
