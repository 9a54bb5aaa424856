import type { CellValue, Column } from './table-model.ts'

/** What a spreadsheet is told of a value: what it is, so that a text stays one, whatever it begins with. */
export type SheetCell =
  | { type: StringConstructor; value: string; fontWeight?: 'bold' }
  | { type: NumberConstructor; value: number }
  | { type: DateConstructor; value: Date; format: string }
  | null

/** More characters than this a spreadsheet does not take in one cell. */
const longestText = 32_767

/** A value as a cell: numbers and moments as such, the rest as text. */
export function cellOf(value: CellValue | Date): SheetCell {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? null : { type: Date, value, format: 'yyyy-mm-dd hh:mm' }
  if (typeof value === 'number')
    return Number.isFinite(value) ? { type: Number, value } : { type: String, value: String(value) }
  // What XML cannot carry is left out.
  const text = value.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '').slice(0, longestText)
  return { type: String, value: text }
}

export const headOf = (value: string): SheetCell => ({ type: String, value, fontWeight: 'bold' })

/** The heads and rows of a sheet. */
export function sheetOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): SheetCell[][] {
  const exported = columns.filter((column) => column.typed ?? column.csv ?? column.value)
  const head = exported.map(({ header }) => headOf(header))
  const read = exported.map((column) => column.typed ?? column.csv ?? column.value)
  return [head, ...rows.map((row) => read.map((value) => cellOf(value?.(row))))]
}
