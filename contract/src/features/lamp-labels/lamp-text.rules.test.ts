import { expect, it } from 'vitest'
import { applyPattern, findImportFault } from './lamp-text.rules.ts'
import type { ImportRow } from './lamp-text.ts'

const row = (change: Partial<ImportRow>): ImportRow => ({ line: 2, serial: 'A1B2C1', description: 'Door', ...change })

it.each<[string, Partial<ImportRow>, ReturnType<typeof findImportFault>]>([
  ['a serial and a text', {}, null],
  ['an empty text, which takes the text away', { description: '' }, null],
  ['unit and number', { serial: '', unit: '0A1B2C', number: '0012' }, null],
  ['neither serial nor number', { serial: ' ', unit: '0A1B2C' }, 'noLamp'],
  ['a number without its unit', { serial: undefined, number: '12' }, 'noLamp'],
  ['a number that is none', { serial: '', unit: '0A1B2C', number: '12a' }, 'number'],
  ['number 0', { serial: '', unit: '0A1B2C', number: '0' }, 'number'],
  ['no text', { description: undefined }, 'noText'],
  ['80 characters', { description: 'x'.repeat(80), location: 'y'.repeat(120) }, null],
  ['81 characters', { description: 'x'.repeat(81) }, 'descriptionTooLong'],
  ['121 characters of place', { location: 'y'.repeat(121) }, 'locationTooLong'],
])('an imported row with %s', (_, change, fault) => {
  expect(findImportFault(row(change))).toBe(fault)
})

it.each([
  ['Gang 1 – {n}', { start: 1, step: 1, digits: 1 }, ['Gang 1 – 1', 'Gang 1 – 2', 'Gang 1 – 3']],
  ['{n}/{n}', { start: 8, step: 2, digits: 3 }, ['008/008', '010/010', '012/012']],
  ['{n}', { start: 1, step: -1, digits: 2 }, ['01', '00', '-01']],
  ['Hall', { start: 1, step: 1, digits: 1 }, ['Hall', 'Hall', 'Hall']],
  ['$& {n}', { start: 1, step: 1, digits: 1 }, ['$& 1', '$& 2', '$& 3']],
])('the pattern %s numbers the lamps', (pattern, numbering, texts) => {
  expect([0, 1, 2].map((at) => applyPattern(pattern, numbering, at))).toEqual(texts)
})
