import { decimalOf } from '../format/decimal.ts'
import type { Language } from '../i18n/languages.ts'
import { saveBlob } from '../save-blob.ts'
import type { CellValue, Column } from './table-model.ts'

/** A spreadsheet would run a cell that begins so; the apostrophe makes it text. Real numbers stay numbers. */
function defused(value: CellValue, decimal: string): string {
  if (typeof value === 'number') return String(value).replace('.', decimal)
  const text = value ?? ''
  return /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string, separator: string): string {
  // A decimal comma is no reason: quoted, some spreadsheets take the number for text.
  return (separator === ';' ? /["\r\n;]/ : /[",\r\n;]/).test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * All given rows as CSV with a byte order mark, so that spreadsheets read it as UTF-8. Spreadsheets of a language with a
 * decimal comma part the cells at semicolons.
 */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], language: Language): string {
  const decimal = decimalOf(language)
  const separator = decimal === ',' ? ';' : ','
  const exported = columns.filter((column) => column.csv ?? column.value)
  const lines = rows.map((row) =>
    exported.map((column) => quoted(defused((column.csv ?? column.value)?.(row), decimal), separator)),
  )
  const head = exported.map((column) => quoted(defused(column.header, decimal), separator))
  return `\uFEFF${[head, ...lines].map((cells) => cells.join(separator)).join('\r\n')}\r\n`
}

export function download(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(new Blob([content], { type }), name)
}
