import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { createSearchMatcher, normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** Filters options by typed text, ignoring case and accents; prefix matches come before other matches. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const matchesSearch = createSearchMatcher(search)
  const searchStart = normalizeSearchText(search.trim())
  const startsWithSearch = ({ label }: ComboboxItem) => normalizeSearchText(label).startsWith(searchStart)
  const found = options.filter(
    (option): option is ComboboxItem => !isOptionsGroup(option) && matchesSearch(option.label),
  )
  return [...found.filter(startsWithSearch), ...found.filter((option) => !startsWithSearch(option))].slice(0, limit)
}
