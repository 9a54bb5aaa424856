import { expect, it } from 'vitest'
import { filterOptions } from './filter-options.ts'

const options = ['Französisch-Polynesien', 'Österreich', 'Polen', 'São Tomé und Príncipe'].map((label) => ({
  value: label,
  label,
}))
const found = (search: string, limit = 10) =>
  filterOptions({ options, search, limit }).map((option) => 'label' in option && option.label)

it('options that start with the search come first', () => {
  expect(found('pol')).toEqual(['Polen', 'Französisch-Polynesien'])
})

it.each([
  ['osterr', ['Österreich']],
  ['principe sao', ['São Tomé und Príncipe']],
  ['nowhere', []],
])('%s is found without case and accents', (search, labels) => {
  expect(found(search)).toEqual(labels)
})

it('an empty search offers all options up to the limit', () => {
  expect(found('', 3)).toEqual(['Französisch-Polynesien', 'Österreich', 'Polen'])
})
