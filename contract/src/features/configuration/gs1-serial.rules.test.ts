import { expect, test } from 'vitest'
import { findGs1Serials } from './gs1-serial.rules.ts'

test.each([
  'https://maker.test/gtin/08012345678905/ser/a1b2c3',
  'HTTPS://ID.GS1.ORG/01/08012345678905/21/A1B2C3',
  '[01]08012345678905[21]A1B2C3',
  ']d20108012345678905172901011126010121A1B2C3',
  ']Q3010801234567890510LOT21\u001d21A1B2C3\u001d8200maker.test',
  '0108012345678905240ST18<GS>21A1B2C3',
  '\u001d21A1B2C3\u001d0108012345678905',
  ']C121A1B2C3',
])('the serial of an article is found: %j', (content) => {
  expect(findGs1Serials(content).map((serial) => serial.toUpperCase())).toEqual(['A1B2C3'])
})

test.each([
  ['a lot that hides the serial', '010801234567890510AB21A1B2C3'],
  ['a date in an address', 'https://blog.example/2026/01/05/21/cafe'],
  ['a number without an article', '21A1B2C3'],
])('%s has none: %j', (_what, content) => {
  expect(findGs1Serials(content)).toEqual([])
})
