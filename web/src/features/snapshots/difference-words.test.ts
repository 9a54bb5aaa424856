import { expect, test } from 'vitest'
import { countDifferences, valueInWords } from './difference-words.ts'

const words = { nothing: '–', yes: 'yes', no: 'no', params: (name: string) => name }

test.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [[1, 4], '1, 4'],
  [true, 'yes'],
  [{ period: '4w', next: null }, 'period: 4w'],
  [[{ number: 1, on: false }], 'number: 1 · on: no'],
  [{}, '–'],
  [60, '60'],
])('%j is said as %s', (value, said) => {
  expect(valueInWords(value, words)).toBe(said)
})

test('lamps that differ twice count once', () => {
  const differ = (lamp: number | null) => ({ lamp, what: 'name' as const, before: null, after: null })
  expect(countDifferences([differ(null), differ(1), differ(1), differ(2)])).toEqual({ unit: 1, lamps: 2 })
})
