import { escapeFormula, quoteCell } from '@vigilux/contract/kernel/csv-cell.ts'
import { parseDecimal } from '../format/decimal.ts'
import type { Language } from '../i18n/languages.ts'
import { saveBlob } from '../save-blob.ts'
import { type ExportedCell, ExportedTime, exportedCells } from './exported-cells.ts'
import type { Column } from './table-model.ts'

/** Numbers stay unquoted, even with a decimal comma, because some spreadsheets read quoted numbers as text. */
function cellOf(value: ExportedCell, decimal: string): string {
  if (typeof value === 'number') return String(value).replace('.', decimal)
  if (value instanceof ExportedTime) return value.wall.replace('T', ' ')
  return quoteCell(escapeFormula(value ?? ''))
}

/**
 * All given rows as CSV with a byte order mark, for spreadsheets to read it as UTF-8. In a language with a decimal
 * comma the separator is a semicolon, as its spreadsheets expect.
 */
export function csvOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  language: Language,
  zone?: string,
): string {
  const decimal = parseDecimal(language)
  const separator = decimal === ',' ? ';' : ','
  const read = columns.flatMap((column) => {
    const value = column.csv ?? column.value
    return value ? [{ column, read: value }] : []
  })
  const { head, rows: cells } = exportedCells(rows, read, zone)
  const lines = [head, ...cells].map((line) => line.map((cell) => cellOf(cell, decimal)))
  return `\uFEFF${lines.map((line) => line.join(separator)).join('\r\n')}\r\n`
}

export function download(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(new Blob([content], { type }), name)
}
