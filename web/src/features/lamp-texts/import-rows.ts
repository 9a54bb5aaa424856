import type { ImportFault, ImportRow } from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import { importRow } from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import { type ColumnMap, importFields } from './head-words.ts'
import type { SheetRow } from './sheet/sheet.ts'

/** Faults that are found before anybody is asked. */
export type RowFault = ImportFault | 'controlCharacters' | 'tooManyCells'
export type FaultyRow = { line: number; because: RowFault }

/** What of a sheet can be asked about, what cannot, and the lines without any text. */
export type SheetRows = { rows: ImportRow[]; faulty: FaultyRow[]; without: number[] }

/** Whether the columns that are chosen name lamps and texts. */
export function isComplete(columns: ColumnMap): boolean {
  const namesLamp = columns.serial !== undefined || (columns.unit !== undefined && columns.number !== undefined)
  return namesLamp && (columns.description !== undefined || columns.location !== undefined)
}

const tooLong = { description: 'descriptionTooLong', location: 'locationTooLong' } as const

/** Why a row does not fit the action: a text of any length that nobody could store, or signs that are no text. */
function faultOf(row: ImportRow): RowFault | undefined {
  const checked = importRow.safeParse(row)
  if (checked.success) return undefined
  const long = checked.error.issues.find(({ message }) => message === 'too_long')
  const field = String(long?.path[0])
  if (field === 'description' || field === 'location') return tooLong[field]
  return long ? 'noLamp' : 'controlCharacters'
}

/** Rows of a sheet as the server takes them. An empty cell says nothing of a text. */
export function importRowsOf(rows: readonly SheetRow[], columns: ColumnMap, width: number): SheetRows {
  const found: SheetRows = { rows: [], faulty: [], without: [] }
  for (const { line, cells } of rows) {
    const beyond = cells.slice(width).some((cell) => cell.trim() !== '')
    const row: ImportRow = { line }
    for (const field of importFields) {
      const text = cells[columns[field] ?? -1]?.trim()
      if (text) row[field] = text
    }
    const fault = beyond ? 'tooManyCells' : faultOf(row)
    if (fault) found.faulty.push({ line, because: fault })
    else if (row.description === undefined && row.location === undefined) found.without.push(line)
    else found.rows.push(row)
  }
  return found
}
