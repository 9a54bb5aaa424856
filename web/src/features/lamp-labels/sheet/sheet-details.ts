import { entriesOf, readEntry } from './archive.ts'
import { attribute, type CellFormat, formatNumber, readFormats } from './cell-formats.ts'

/** A range of cells, from 0, both ends included. */
export type Range = { top: number; left: number; bottom: number; right: number }

/** Data of a sheet missing from the library for reading cells. */
export type SheetDetails = { isHidden: boolean; merged: Range[]; formatted: FormattedCell[] }
type FormattedCell = { row: number; column: number; format: CellFormat }

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const rangeOf = (ref: string): Range[] => {
  const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? []
  if (!left || !right) return []
  return [{ top: Number(top) - 1, left: columnOf(left), bottom: Number(bottom) - 1, right: columnOf(right) }]
}

// Constants: a large sheet has millions of cells.
const cellPattern = /<(?:\w+:)?c\s[^>]*>/gu
const styleOf = /\ss=["'](\d+)/u
const placeOf = /\sr=["']([A-Z]{1,3})(\d{1,7})/u

function formattedCells(xml: string, formats: readonly (CellFormat | undefined)[]): FormattedCell[] {
  if (formats.every((format) => format === undefined)) return []
  const found: FormattedCell[] = []
  for (const [tag] of xml.matchAll(cellPattern)) {
    const format = formats[Number(styleOf.exec(tag)?.[1] ?? -1)]
    const [, column, row] = (format && placeOf.exec(tag)) ?? []
    if (format && column) found.push({ row: Number(row) - 1, column: columnOf(column), format })
  }
  return found
}

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Details of each sheet of a workbook, in order. */
export async function readSheetDetails(bytes: Uint8Array): Promise<SheetDetails[]> {
  const entries = entriesOf(bytes) ?? []
  const relations =
    (await readEntry(bytes, entries, 'xl/_rels/workbook.xml.rels')).match(/<Relationship\s[^>]*>/gu) ?? []
  const targets = new Map(relations.map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]))
  const formats = readFormats(await readEntry(bytes, entries, 'xl/styles.xml'))
  const sheets = (await readEntry(bytes, entries, 'xl/workbook.xml')).match(/<(?:\w+:)?sheet\s[^>]*>/gu) ?? []
  const found: SheetDetails[] = []
  for (const tag of sheets) {
    const target = targets.get(attribute(tag, 'id'))
    const xml = target ? await readEntry(bytes, entries, pathOf(target)) : ''
    found.push({
      isHidden: /hidden/i.test(attribute(tag, 'state') ?? ''),
      merged: (xml.match(/<(?:\w+:)?mergeCell\s[^>]*>/gu) ?? []).flatMap((one) => rangeOf(attribute(one, 'ref') ?? '')),
      formatted: formattedCells(xml, formats),
    })
  }
  return found
}

/** Replaces numbers by their shown text. */
export function applyFormats(rows: unknown[][], cells: readonly FormattedCell[]): void {
  for (const { row, column, format } of cells) {
    const rowCells = rows[row]
    const value = rowCells?.[column]
    if (rowCells && typeof value === 'number') rowCells[column] = formatNumber(value, format)
  }
}

/** Copies a merged range's value to all of its rows. */
export function fillMerged<Cell>(rows: Cell[][], ranges: readonly Range[]): void {
  for (const { top, left, bottom } of ranges) {
    const value = rows[top]?.[left]
    if (value === undefined || value === null) continue
    for (let row = top; row <= Math.min(bottom, rows.length - 1); row += 1) {
      const cells = rows[row]
      if (cells) cells[left] = value
    }
  }
}
