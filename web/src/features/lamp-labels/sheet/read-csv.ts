import { unescapeFormula } from '@vigilux/contract/kernel/csv-cell.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import { findTextDamage } from '../excel-damage.ts'
import { decodings } from './letters.ts'
import { boundedSheet, type Sheet, type SheetRow, sheetLimits, sheetOfTables } from './sheet.ts'

const separators = [';', ',', '\t', '|'] as const

/** Bytes judged to recognize UTF-16 without a byte order mark. */
const sampledBytes = 4_000

/** UTF-16 by its byte order mark, or by the zero bytes of ASCII: all first or all second in their pair. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0] as [number, number]
  for (const [at, byte] of bytes.subarray(0, sampledBytes).entries()) if (byte === 0) zeros[at % 2 ? 1 : 0] += 1
  const isWide = Math.min(...zeros) === 0 && Math.max(...zeros) > Math.min(bytes.length, sampledBytes) / 4
  if (!isWide) return undefined
  return zeros[0] === 0 ? 'utf-16le' : 'utf-16be'
}

/** Decodes a file in UTF-16 or UTF-8; undefined for any other. */
function unicodeText(bytes: Uint8Array): string | undefined {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Number of lines with the most frequent number of cells; lines without the separator do not count. */
function countAlike(lines: readonly string[], separator: string): number {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const cells = line.split(separator).length
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

/** The separator with the same number of cells in most of the first lines, ignoring quoted text. */
function separatorOf(text: string): string {
  const first = text.split(/\r\n|\n|\r/, 30).map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const found = separators.map((separator) => ({ separator, lines: countAlike(first, separator) }))
  return found.reduce((best, one) => (one.lines > best.lines ? one : best)).separator
}

/** Excel may declare the separator in the first line. */
const declaredSeparator = /^sep=(.)(?=\r|\n)/i

type Parsed = { record: string[]; info: { lines: number } }

/** The rows of a text with any separator. */
function rowsOf(text: string): SheetRow[] {
  const separator = declaredSeparator.exec(text)?.[1]
  const body = text.replace(declaredSeparator, '')
  const parsed = parse(body, {
    delimiter: separator ?? separatorOf(body),
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
    // The header, and one row beyond the limit, to notice an excess.
    to: sheetLimits.rows + 2,
  }) as unknown as Parsed[]
  return parsed.map(({ record, info }) => {
    const damaged = record.flatMap((text, column) => {
      const damage = findTextDamage(text.trim())
      return damage ? [{ column, damage }] : []
    })
    return { line: info.lines, cells: record.map(unescapeFormula), ...(damaged.length > 0 && { damaged }) }
  })
}

/** Start of a text in another format: HTML, XML, RTF, PDF, JSON or SYLK. Web systems name HTML and XML `.xls`. */
const otherFormat = /^\s*(?:<[!?/a-z]|\{\\rtf|%PDF-|[[{]\s*["[{]|ID;P(?:WXL|SCALC))/i
/** End of a file in DOS. */
const endMark = '\u001A'
const withoutEndMark = (text: string): string => {
  const trimmed = text.trimEnd()
  return trimmed.endsWith(endMark) ? trimmed.slice(0, -1) : text
}

/** The cells of a CSV file, with other readings if its encoding is uncertain; refuses other formats. */
export function readCsv(bytes: Uint8Array, language: string): Sheet {
  const text = unicodeText(bytes)
  const readings = text === undefined ? decodings(bytes, language) : [{ encoding: 'utf-8', text }]
  if (readings.some((reading) => reading.text.includes('\0') || otherFormat.test(reading.text)))
    return { failed: 'notText' }
  try {
    return sheetOfTables(
      'letters',
      readings.map((reading) => ({
        name: reading.encoding,
        sheet: boundedSheet(rowsOf(withoutEndMark(reading.text))),
      })),
    )
  } catch {
    return { failed: 'broken' }
  }
}
