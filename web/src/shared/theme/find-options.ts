import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { finderOf, plainText } from '@vigilux/contract/kernel/search-text.ts'

/** What a searchable choice offers for what is typed: without case and accents; what begins with it stands before what only has it somewhere. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const fits = finderOf(search)
  const begin = plainText(search.trim())
  const begins = ({ label }: ComboboxItem) => plainText(label).startsWith(begin)
  const found = options.filter((option): option is ComboboxItem => !isOptionsGroup(option) && fits(option.label))
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, limit)
}
