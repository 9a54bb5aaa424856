import { type ExportedCell, ExportedTime, exportedCells } from './exported-cells.ts'
import type { Column } from './table-model.ts'

/** A typed cell: a text stays a text, whatever character it begins with. */
export type SheetCell =
  | { type: StringConstructor; value: string; fontWeight?: 'bold' }
  | { type: NumberConstructor; value: number }
  | { type: DateConstructor; value: Date; format: string }
  | null

/** Maximum characters of a spreadsheet cell. */
const maxCellLength = 32_767

/** Spreadsheets read `_x0041_` as a character's code: the first underscore is written as its own code. */
const escapeCodes = (text: string): string => text.replaceAll(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')

/** A value as a cell: numbers and moments typed, the rest as text. */
export function cellOf(value: ExportedCell): SheetCell {
  if (value === null || value === undefined || value === '') return null
  // Spreadsheets have no zones: their times are local times.
  if (value instanceof ExportedTime)
    return { type: Date, value: new Date(`${value.wall}Z`), format: 'yyyy-mm-dd hh:mm' }
  if (typeof value === 'number')
    return Number.isFinite(value) ? { type: Number, value } : { type: String, value: String(value) }
  // Removes characters forbidden in XML.
  const text = value.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '').slice(0, maxCellLength)
  return { type: String, value: escapeCodes(text) }
}

export const headOf = (value: string): SheetCell => ({ type: String, value: escapeCodes(value), fontWeight: 'bold' })

export function sheetOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], zone?: string): SheetCell[][] {
  const read = columns.flatMap((column) => {
    const value = column.typed ?? column.csv ?? column.value
    return value ? [{ column, read: value }] : []
  })
  const { head, rows: cells } = exportedCells(rows, read, zone)
  return [head.map(headOf), ...cells.map((line) => line.map(cellOf))]
}
