import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Sheet, sheetLimits } from './sheet.ts'

const startsWithBytes = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)
const archiveMark = [0x50, 0x4b]
/** Signature of compound files: Excel files before 2007, and later ones with a password. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0]
/** Name of the stream with the encrypted workbook. */
const encryptedName = 'EncryptedPackage'

const hasPassword = (bytes: Uint8Array): boolean => new TextDecoder('utf-16le').decode(bytes).includes(encryptedName)

/** The rows of a file, by its content and not by its name. `language`: the reader's. */
export async function readSheetFile(bytes: Uint8Array, language = 'en'): Promise<Sheet> {
  if (bytes.byteLength > sheetLimits.bytes) return { failed: 'tooLarge' }
  if (startsWithBytes(bytes, compoundMark)) return { failed: hasPassword(bytes) ? 'protected' : 'oldExcel' }
  return startsWithBytes(bytes, archiveMark) ? readXlsx(bytes) : readCsv(bytes, language)
}
