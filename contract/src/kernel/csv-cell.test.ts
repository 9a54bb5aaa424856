import { expect, test } from 'vitest'
import { escapeFormula, quoteCell, unescapeFormula } from './csv-cell.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\t=1',
  '\tx',
  '\rx',
  '\nx',
  '\r\n=1',
  ' =1',
  '\u3000＝1',
  '\u00A0@x',
  "'=1",
  "''＝1",
])('%j is escaped as text and unescaped without loss', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
  expect(unescapeFormula(escapeFormula(text))).toBe(text)
})

test.each(['', 'a=1', '1-2', "'quoted'", 'Città', 'x\t=1', '∑'])('%j is not escaped', (text) => {
  expect(escapeFormula(text)).toBe(text)
})

test.each(['a,=1', 'a;=1', 'a\t=1', 'a\r=1', 'a\n=1', 'a"=1'])(
  '%j is quoted as one cell for every separator',
  (text) => {
    expect(quoteCell(text)).toBe(`"${text.replaceAll('"', '""')}"`)
  },
)
