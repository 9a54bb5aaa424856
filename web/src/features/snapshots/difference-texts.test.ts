import { expect, test } from 'vitest'
import { countDifferences, formatValue, listDiffering } from './difference-texts.ts'

const texts = {
  nothing: '–',
  yes: 'yes',
  no: 'no',
  part: (name: string) => name,
  text: (text: string) => text.toLowerCase(),
}

test.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [{}, '–'],
  [[1, 4], '1, 4'],
  [true, 'yes'],
  ['Stairs', 'stairs'],
  [{ period: '4w', next: null }, 'period: 4w · next: –'],
  [[{ number: 1, on: false }], 'number: 1 · on: no'],
  [60, '60'],
])('%j is shown as %s', (value, expectedText) => {
  expect(formatValue(value, texts)).toBe(expectedText)
})

test('only differing parts are shown', () => {
  expect(listDiffering({ buzzer: true, keypadLock: false }, { buzzer: true, keypadLock: true })).toEqual({
    keypadLock: false,
  })
  expect(listDiffering({ buzzer: true }, { buzzer: true, keypadLock: true })).toEqual({ keypadLock: null })
})

test('only differing contacts are shown', () => {
  const relay = { number: 1, signal: 'failure' }
  expect(listDiffering([relay, { number: 2, signal: 'off' }], [relay, { number: 2, signal: 'test' }])).toEqual([
    { number: 2, signal: 'off' },
  ])
})

test('plain values are shown completely', () => {
  expect(listDiffering([3, 5], [3])).toEqual([3, 5])
  expect(listDiffering('a', null)).toBe('a')
})

test('a lamp with two differences counts once', () => {
  const differ = (lamp: number | null) => ({ lamp, what: 'name' as const, before: null, after: null })
  expect(countDifferences([differ(null), differ(1), differ(1), differ(2)])).toEqual({ unit: 1, lamps: 2 })
})
