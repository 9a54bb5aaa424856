import type { ImportFault, ImportRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { importRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { normalizeTyped } from '@vigilux/contract/kernel/normalize-typed.ts'
import { stripInvisible } from '@vigilux/contract/kernel/primitives.ts'
import { type ColumnMap, type ImportField, importFields } from './column-names.ts'
import { findSerialDamage } from './excel-damage.ts'
import type { CellDamage, SheetRow } from './sheet/sheet.ts'

/** Faults found before any request to the server. */
export type RowFault = ImportFault | CellDamage | 'controlCharacters' | 'unreadableLetters' | 'tooManyCells'
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

/** Sign of a decoder for bytes without a meaning. */
const replacement = '\uFFFD'
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu
const identifiers: readonly ImportField[] = ['serial', 'unit', 'number']

/** A serial or number without protection and grouping of its digits: `="00A1B2"`, `'00A1B2`, `00 A1 B2`, `0x00A1B2`. */
const normalizeIdentifier = (text: string): string =>
  normalizeTyped(text)
    .replace(/^="(.*)"$/u, '$1')
    .replace(/^'/u, '')
    .replace(/^0x/iu, '')
    .replaceAll(' ', '')

/** A row in the server's format. An empty cell leaves the text unchanged. */
function rowOf({ line, cells }: SheetRow, columns: ColumnMap): ImportRow {
  const row: ImportRow = { line }
  for (const field of importFields) {
    const cell = cells[columns[field] ?? -1]?.replaceAll(lineBreaks, ' ') ?? ''
    const text = identifiers.includes(field) ? normalizeIdentifier(cell) : stripInvisible(cell).trim()
    if (text) row[field] = text
  }
  return row
}

/** Why a row of a sheet cannot be sent. */
function faultOfCells(
  { cells, damaged = [] }: SheetRow,
  row: ImportRow,
  { columns, width }: Columns,
): RowFault | undefined {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) return 'tooManyCells'
  const damagedCell = damaged.find(({ column }) => importFields.some((field) => columns[field] === column))
  if (damagedCell) return damagedCell.damage
  if (importFields.some((field) => row[field]?.includes(replacement))) return 'unreadableLetters'
  return findSerialDamage(row.serial ?? '') ?? findRowFault(row)
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
