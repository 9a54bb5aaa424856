import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { createSearchMatcher, normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** What a searchable choice offers for what is typed: without case and accents; what begins with it stands before what only has it somewhere. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const fits = createSearchMatcher(search)
  const begin = normalizeSearchText(search.trim())
  const begins = ({ label }: ComboboxItem) => normalizeSearchText(label).startsWith(begin)
  const found = options.filter((option): option is ComboboxItem => !isOptionsGroup(option) && fits(option.label))
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, limit)
}
