import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Sheet, sheetLimits } from './sheet.ts'

/** The rows of a file, by what it is and not by its name. */
export async function readSheetFile(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.byteLength > sheetLimits.bytes) return { failed: 'tooLarge' }
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isArchive ? readXlsx(bytes) : readCsv(bytes)
}
