import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { expect, test } from 'vitest'
import { recognizeColumns } from './column-names.ts'
import { isComplete, toImportRows } from './import-rows.ts'
import { retryWhenBusy, splitIntoCalls } from './split-into-calls.ts'

const readTexts = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as object
type LampTexts = { column: { autonomy: string } }
type SharedTexts = { word: Record<string, string> }
test.each(languages)('our own export is recognised in %s', (language) => {
  const { column } = readTexts(`../lamps/locales/${language}.json`) as LampTexts
  const { word } = readTexts(`../../shared/locales/${language}.json`) as SharedTexts
  const { numberShort, unit, description, place, type, state, groups, serial } = word
  const heads = [numberShort, unit, description, place, type, state, groups, serial, column.autonomy].map(String)
  expect(recognizeColumns(heads)).toEqual({ number: 0, unit: 1, description: 2, location: 3, serial: 7 })
})

test('other headers match regardless of case, accents and dots, and the first one wins', () => {
  expect(recognizeColumns(['S/N', 'BEZEICHNUNG', 'Serien-Nr.', 'Räume', 'Umístění'])).toEqual({
    serial: 0,
    description: 1,
    location: 4,
  })
})

test.each([
  'Serial (hex)',
  'Serial\nnumber',
  'Sériové č.',
  'Výrobní číslo',
  'N. di serie',
  'N° SE\u0301RIE',
  'Núm. de serie',
  'Nr fabryczny',
  'Serienr.',
])('%j is a header of serials', (header) => {
  expect(recognizeColumns([header])).toEqual({ serial: 0 })
})

test.each([
  ['\u200B00123456\u00A0', '00123456'],
  ['="00123456"', '00123456'],
  ["'00123456", '00123456'],
  ['A1B2\u00A0C301', 'A1B2C301'],
  ['0xA1B2C3', 'A1B2C3'],
  ['Ａ１Ｂ２Ｃ３', 'A1B2C3'],
])('the serial %j is %j', (cell, serial) => {
  const { rows } = toImportRows([{ line: 2, cells: [cell, 'Do\u00ADor\u202C'] }], { serial: 0, description: 1 }, 2)
  expect(rows).toEqual([{ line: 2, serial, description: 'Door' }])
})

test.each([
  [{ serial: 0, description: 1 }, true],
  [{ unit: 0, number: 1, location: 2 }, true],
  [{ unit: 0, description: 1 }, false],
  [{ serial: 0 }, false],
])('columns %o are enough: %s', (columns, isEnough) => {
  expect(isComplete(columns)).toBe(isEnough)
})

test('rows are sorted into valid, faulty and empty ones', () => {
  const columns = { serial: 0, description: 1, location: 2 }
  const rows = [
    ['A1', ' Door ', ''],
    ['A2', '', ''],
    ['A3', 'Door', 'Hall', 'x'],
    ['A4', 'two\r\nlines'],
    ['A4', 'a\0b'],
    ['A5', 'x'.repeat(501)],
    ['x'.repeat(41), 'Door'],
    ['A6', 'Door', '', ' '],
  ].map((cells, at) => ({ line: at + 2, cells }))
  expect(toImportRows(rows, columns, 3)).toEqual({
    rows: [
      { line: 2, serial: 'A1', description: 'Door' },
      { line: 5, serial: 'A4', description: 'two lines' },
      { line: 9, serial: 'A6', description: 'Door' },
    ],
    faulty: [
      { line: 4, reason: 'tooManyCells' },
      { line: 6, reason: 'controlCharacters' },
      { line: 7, reason: 'descriptionTooLong' },
      { line: 8, reason: 'noLamp' },
    ],
    without: [3],
  })
})

test('rows are split into calls by count and bytes', () => {
  const small = Array.from({ length: 2_500 }, (_, at) => ({ at }))
  expect(splitIntoCalls(small).map(({ length }) => length)).toEqual([1000, 1000, 500])
  const large = Array.from({ length: 500 }, () => ({ text: 'ž'.repeat(400) }))
  const parts = splitIntoCalls(large)
  expect(parts.flat()).toEqual(large)
  for (const part of parts) expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(201_000)
})

test('a throttled call is retried after the given time, and other refusals are reported', async () => {
  const delays: number[] = []
  const answers = [
    new ApiFailure('TOO_MANY_REQUESTS', 429, { details: { retryAfterS: 3 } }),
    new ApiFailure('TOO_MANY_REQUESTS', 429),
  ]
  const sendRows = async () => {
    const failure = answers.shift()
    if (failure) throw failure
    return 'done'
  }
  expect(await retryWhenBusy(sendRows, async (ms) => delays.push(ms))).toBe('done')
  expect(delays).toEqual([3000, 1000])
  await expect(retryWhenBusy(() => Promise.reject(new ApiFailure('NOT_ALLOWED', 403)))).rejects.toMatchObject({
    status: 403,
  })
})
