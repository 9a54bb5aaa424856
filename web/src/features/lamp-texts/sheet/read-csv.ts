import { parse } from 'csv-parse/browser/esm/sync'
import { boundedSheet, type Sheet, sheetLimits } from './sheet.ts'

const separators = [';', ',', '\t', '|'] as const

/** The text of a file: UTF-8 or UTF-16 by its mark, else UTF-8 where it is that, else as Windows has written it for long. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that splits the first line into most cells; what stands in quotes splits nothing. */
export function separatorOf(text: string): string {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const counted = separators.map((separator) => ({ separator, cells: bare.split(separator).length }))
  return counted.reduce((best, one) => (one.cells > best.cells ? one : best)).separator
}

/** Excel says in the first line which separator follows. */
const said = /^sep=(.)\r?\n/i

type Parsed = { record: string[]; info: { lines: number } }

/** The cells of a CSV file, whatever separates them; what is not text is refused. */
export function readCsv(bytes: Uint8Array): Sheet {
  const text = decodeText(bytes)
  if (text.includes('\0')) return { failed: 'notText' }
  const separator = said.exec(text)?.[1]
  const body = text.replace(said, '\n')
  try {
    const parsed = parse(body, {
      delimiter: separator ?? separatorOf(body),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      // The head and one more than may be, so that it is seen.
      to: sheetLimits.rows + 2,
    }) as unknown as Parsed[]
    return boundedSheet(parsed.map(({ record, info }) => ({ line: info.lines, cells: record })))
  } catch {
    return { failed: 'broken' }
  }
}
