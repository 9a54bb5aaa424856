import { expect, test } from 'vitest'
import { parseSearchQuery } from './search-text.ts'

const german = { identify: 'Identifizieren', test: 'Test' }

test.each([
  ['0131 identify', '0131', 'identify'],
  ['ident 0131', '0131', 'identify'],
  ['0131 IDENTIFIZIEREN', '0131', 'identify'],
  ['test 0F201', '0F201', 'test'],
  ['Flur Ost test', 'Flur Ost', 'test'],
  ['test', 'test', undefined],
  ['te 0F201', '0F201', 'test'],
  ['0131 id', '0131', 'identify'],
  ['0131 i', '0131 i', undefined],
  ['start test 0F201', '0F201', 'test'],
  ['test starten 0F201', '0F201', 'test'],
  ['0F201 start test', '0F201', 'test'],
  ['start test', 'start test', undefined],
  ['Hotel te Kanal', 'Hotel te Kanal', undefined],
  ['  0131   Flur ', '0131 Flur', undefined],
  ['', '', undefined],
])('%j searches for %j: %s', (typedText, text, action) => {
  expect(parseSearchQuery(typedText, german, { ...german, test: 'Test starten' })).toEqual({ text, action })
})

test('a long pasted text is truncated', () => {
  expect(parseSearchQuery('x'.repeat(10_000), german).text).toHaveLength(80)
})
