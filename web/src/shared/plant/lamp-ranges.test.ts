import { expect, test } from 'vitest'
import { lampRanges } from './lamp-ranges.ts'

test.each([
  [[], ''],
  [[7], '7'],
  [[3, 1, 2, 2], '1–3'],
  [[40, 1, 2, 33], '1–2, 33, 40'],
])('%j is written %j', (addrs, expectedText) => {
  expect(lampRanges(addrs)).toBe(expectedText)
})
