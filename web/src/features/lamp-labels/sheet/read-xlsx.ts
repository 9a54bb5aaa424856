import readWorkbook from 'read-excel-file/universal'
import { entriesOf, unpackedSize } from './archive.ts'
import { DamagedCell, formatNumber } from './cell-formats.ts'
import { boundedSheet, type Sheet, type SheetRow, sheetLimits, sheetOfTables } from './sheet.ts'
import { applyFormats, fillMerged, readSheetDetails } from './sheet-details.ts'

const shown = (cell: unknown): string | DamagedCell => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof DamagedCell) return cell
  if (cell instanceof Date) return new DamagedCell(cell.toISOString().slice(0, 10), 'madeDate')
  if (typeof cell === 'number') return formatNumber(cell, undefined)
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

/** Cells as text: for a formula its last result, for a date the day. */
function rowOf(values: readonly unknown[], at: number): SheetRow {
  const cells = values.map(shown)
  const damaged = cells.flatMap((cell, column) =>
    cell instanceof DamagedCell ? [{ column, damage: cell.damage }] : [],
  )
  const texts = cells.map((cell) => (cell instanceof DamagedCell ? cell.text : cell))
  return { line: at + 1, cells: texts, ...(damaged.length > 0 && { damaged }) }
}

const workbookName = /(?:^|\/)workbook\.xml$/iu

/** The cells of all sheets, the hidden ones last. Refuses to unpack too large a file. */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const entries = entriesOf(bytes)
  if (entries === undefined) return { failed: 'broken' }
  if (!entries.some(({ name }) => workbookName.test(name))) return { failed: 'notText' }
  if (unpackedSize(entries) > sheetLimits.unpackedBytes) return { failed: 'unpackedTooLarge' }
  try {
    const sheets = await readWorkbook(bytes.slice().buffer)
    const details = await readSheetDetails(bytes)
    const tables = sheets.map(({ sheet: name, data }, at) => {
      const { merged = [], formatted = [], isHidden = false } = details[at] ?? {}
      const values: unknown[][] = data.map((row) => [...row])
      applyFormats(values, formatted)
      fillMerged(values, merged)
      return { name, isHidden, sheet: boundedSheet(values.map(rowOf)) }
    })
    return sheetOfTables('sheet', [
      ...tables.filter(({ isHidden }) => !isHidden),
      ...tables.filter(({ isHidden }) => isHidden),
    ])
  } catch {
    return { failed: 'broken' }
  }
}
