import readWorkbook from 'read-excel-file/universal'
import { entriesOf, unpackedSize } from './archive.ts'
import { fillMerged, mergedRanges } from './merged-cells.ts'
import { boundedSheet, type Sheet, type SheetRow, sheetLimits, sheetOfTables } from './sheet.ts'

/** A cell as text: for a formula its last result, for a date the day. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

function rowOf(cells: readonly unknown[], at: number): SheetRow {
  const dates = cells.flatMap((cell, column) => (cell instanceof Date ? [column] : []))
  return { line: at + 1, cells: cells.map(textOf), ...(dates.length > 0 && { dates }) }
}

/** The cells of all sheets. Refuses to unpack too large a file. */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const entries = entriesOf(bytes)
  if (entries === undefined) return { failed: 'broken' }
  if (unpackedSize(entries) > sheetLimits.unpackedBytes) return { failed: 'unpackedTooLarge' }
  try {
    const sheets = await readWorkbook(bytes.slice().buffer)
    const mergedCells = await mergedRanges(bytes)
    return sheetOfTables(
      'sheet',
      sheets.map(({ sheet: name, data }, at) => {
        const cells: unknown[][] = data.map((row) => [...row])
        fillMerged(cells, mergedCells[at] ?? [])
        return { name, sheet: boundedSheet(cells.map(rowOf)) }
      }),
    )
  } catch {
    return { failed: 'broken' }
  }
}
