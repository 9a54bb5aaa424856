import { saveBlob } from '../save-blob.ts'
import type { CellValue, Column } from './table-model.ts'

/** A spreadsheet would run a cell that begins so; the apostrophe makes it text. Real numbers stay numbers. */
function defused(value: CellValue): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  return /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** All given rows as CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const exported = columns.filter((column) => column.csv ?? column.value)
  const lines = rows.map((row) => exported.map((column) => quoted(defused((column.csv ?? column.value)?.(row)))))
  const head = exported.map((column) => quoted(defused(column.header)))
  return `\uFEFF${[head, ...lines].map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

export function download(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(new Blob([content], { type }), name)
}
