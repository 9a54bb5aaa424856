import { type ExportedCell, ExportedTime, exportedCells } from './exported-cells.ts'
import type { Column } from './table-model.ts'

/** What a spreadsheet is told of a value: what it is, so that a text stays one, whatever it begins with. */
export type SheetCell =
  | { type: StringConstructor; value: string; fontWeight?: 'bold' }
  | { type: NumberConstructor; value: number }
  | { type: DateConstructor; value: Date; format: string }
  | null

/** More characters than this a spreadsheet does not take in one cell. */
const maxCellLength = 32_767

/** A value as a cell: numbers and moments as such, the rest as text. */
export function cellOf(value: ExportedCell): SheetCell {
  if (value === null || value === undefined || value === '') return null
  // A spreadsheet knows no zones: its moments are what a clock shows.
  if (value instanceof ExportedTime)
    return { type: Date, value: new Date(`${value.wall}Z`), format: 'yyyy-mm-dd hh:mm' }
  if (typeof value === 'number')
    return Number.isFinite(value) ? { type: Number, value } : { type: String, value: String(value) }
  // What XML cannot carry is left out.
  const text = value.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '').slice(0, maxCellLength)
  return { type: String, value: text }
}

export const headOf = (value: string): SheetCell => ({ type: String, value, fontWeight: 'bold' })

/** The heads and rows of a sheet. */
export function sheetOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], zone?: string): SheetCell[][] {
  const read = columns.flatMap((column) => {
    const value = column.typed ?? column.csv ?? column.value
    return value ? [{ column, read: value }] : []
  })
  const { head, rows: cells } = exportedCells(rows, read, zone)
  return [head.map(headOf), ...cells.map((line) => line.map(cellOf))]
}
