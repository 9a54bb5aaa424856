import { readSheet } from 'read-excel-file/universal'
import { boundedSheet, type Sheet, sheetLimits } from './sheet.ts'
import { unpackedSize } from './unpacked-size.ts'

/** A cell as text: of a formula what it last came to, of a day the day. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell)
}

/** The cells of the first sheet. What would unpack to too much is not unpacked. */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const size = unpackedSize(bytes)
  if (size === undefined) return { failed: 'broken' }
  if (size > sheetLimits.unpackedBytes) return { failed: 'unpackedTooLarge' }
  try {
    const rows = await readSheet(bytes.slice().buffer)
    return boundedSheet(rows.map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) })))
  } catch {
    return { failed: 'broken' }
  }
}
