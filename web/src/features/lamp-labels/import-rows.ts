import type { ImportFault, ImportRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { importRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { type ColumnMap, importFields } from './column-names.ts'
import type { SheetRow } from './sheet/sheet.ts'

/** Faults found before any request to the server. */
export type RowFault = ImportFault | 'controlCharacters' | 'tooManyCells' | 'zeroLost' | 'madeNumber' | 'madeDate'
export type FaultyRow = { line: number; reason: RowFault }

/** The sheet's valid rows, its faulty rows, and the lines without any text. */
export type SheetRows = { rows: ImportRow[]; faulty: FaultyRow[]; without: number[] }

/** Whether the chosen columns identify lamps and contain texts. */
export function isComplete(columns: ColumnMap): boolean {
  const hasLampColumns = columns.serial !== undefined || (columns.unit !== undefined && columns.number !== undefined)
  return hasLampColumns && (columns.description !== undefined || columns.location !== undefined)
}

const faultOfLength = { description: 'descriptionTooLong', location: 'locationTooLong' } as const

/** Why a row does not fit the action: a text too long to store, or control characters. */
function findRowFault(row: ImportRow): RowFault | undefined {
  const checked = importRow.safeParse(row)
  if (checked.success) return undefined
  const lengthIssue = checked.error.issues.find(({ message }) => message === 'too_long')
  const field = String(lengthIssue?.path[0])
  if (field === 'description' || field === 'location') return faultOfLength[field]
  return lengthIssue ? 'noLamp' : 'controlCharacters'
}

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu
/** A long number as spreadsheets write it: `2,018E+63`. A serial is hexadecimal. */
const scientific = /^\d+(?:[.,]\d+)?e\+\d+$/iu
const serialLengths = [4, 6, 8]

/** Damage by a spreadsheet to a serial which looks like a number. */
function findDamage(serial: string | undefined): RowFault | undefined {
  if (serial === undefined) return undefined
  if (scientific.test(serial) || /^\d{9,}$/u.test(serial)) return 'madeNumber'
  return /^\d+$/u.test(serial) && !serialLengths.includes(serial.length) ? 'zeroLost' : undefined
}

/** A row in the server's format. An empty cell leaves the text unchanged. */
function rowOf({ line, cells }: SheetRow, columns: ColumnMap): ImportRow {
  const row: ImportRow = { line }
  for (const field of importFields) {
    const text = cells[columns[field] ?? -1]?.replaceAll(lineBreaks, ' ').trim()
    if (text) row[field] = text
  }
  return row
}

/** Why a row of a sheet cannot be sent. */
function faultOfCells(
  { cells, dates = [] }: SheetRow,
  row: ImportRow,
  { columns, width }: Columns,
): RowFault | undefined {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) return 'tooManyCells'
  if (importFields.some((field) => dates.includes(columns[field] ?? -1))) return 'madeDate'
  return findDamage(row.serial) ?? findRowFault(row)
}

type Columns = { columns: ColumnMap; width: number }

/** Converts the rows of a sheet to the server's format. */
export function toImportRows(rows: readonly SheetRow[], columns: ColumnMap, width: number): SheetRows {
  const found: SheetRows = { rows: [], faulty: [], without: [] }
  for (const cells of rows) {
    const row = rowOf(cells, columns)
    const { line } = row
    const fault = faultOfCells(cells, row, { columns, width })
    if (fault) found.faulty.push({ line, reason: fault })
    else if (row.description === undefined && row.location === undefined) found.without.push(line)
    else found.rows.push(row)
  }
  return found
}
