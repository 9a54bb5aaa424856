import { decoded, type FileLine, isCanonical, isTooLong, markedEncoding } from './export-lines.ts'
import type { ExportFormat, ExportHeader, ExportLine, ShapeFault } from './sealed-export.ts'
import { exportFormats, readExportLine, readHeader } from './sealed-export.ts'

/** Changes by editors, mail programs and version control to text files; they do not indicate forgery. */
export type Reformatting = 'byteOrderMark' | 'lineEnds' | 'noLastLineFeed' | 'blankLine'

/** Why a line is invalid in an export. */
export type LineFault =
  | ShapeFault
  | 'notUtf8'
  | 'tooLong'
  | 'notJson'
  | 'notCanonical'
  /** Wrong order of lines; it is header, entries, persons, signature. */
  | 'unexpectedLine'
  /** The file ends before the persons or the signature. */
  | 'missingLine'

export type FormFault =
  | { verdict: 'reformatted'; reason: Reformatting; line: number }
  | { verdict: 'malformed'; reason: LineFault; line: number }

/** Why a file has no readable header. `format` is null if no line of the file is a header. */
export type HeaderFault =
  | (FormFault & { format: ExportFormat | null })
  | { verdict: 'noExport'; format: null; line: null }
  /** Export format unknown to this verifier. */
  | { verdict: 'unknownFormat'; format: null; line: number }

/** Line of a file as canonical JSON, and its content. */
export type TextLine<Content> = { no: number; text: string; content: Content }

export const malformed = (reason: LineFault, line: number): FormFault => ({ verdict: 'malformed', reason, line })
const reformatted = (reason: Reformatting, line: number): FormFault => ({ verdict: 'reformatted', reason, line })

const [tab, carriageReturn, space, openingBrace, closingBrace] = [9, 13, 32, 123, 125]

export const isBlank = (bytes: Uint8Array): boolean =>
  !isTooLong(bytes) && bytes.every((byte) => byte === space || byte === tab || byte === carriageReturn)

/** Whether a carriage return ends a line: at the end of the bytes, or between two objects. */
const hasCarriageReturnLineEnd = (bytes: Uint8Array): boolean => {
  const at = bytes.indexOf(carriageReturn)
  if (at < 0) return false
  return bytes.at(-1) === carriageReturn || (bytes[at - 1] === closingBrace && bytes[at + 1] === openingBrace)
}

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Checks a single line: encoding, JSON, members, canonical form. */
const readContent = <Content extends object>(
  { no, bytes }: FileLine,
  contentOf: (value: unknown) => Content | LineFault,
): TextLine<Content> | FormFault => {
  if (hasCarriageReturnLineEnd(bytes)) return reformatted('lineEnds', no)
  if (isTooLong(bytes)) return malformed('tooLong', no)
  const text = decoded(bytes)
  if (text === null) return malformed('notUtf8', no)
  const json = parsed(text)
  if (!json) return malformed('notJson', no)
  const content = contentOf(json.value)
  if (typeof content === 'string') return malformed(content, no)
  return isCanonical(text, json.value) ? { no, text, content } : malformed('notCanonical', no)
}

/** Format 1 allowed CRLF. */
const withoutCarriageReturn = (line: FileLine, format: ExportFormat): FileLine =>
  format === 1 && line.bytes.at(-1) === carriageReturn ? { ...line, bytes: line.bytes.subarray(0, -1) } : line

/** Format named in a header, even if the header is not canonical. */
const formatMember = /"format"[ \t\r\n]*:[ \t\r\n]*"vigilux-logbook-([^"]*)"/

/** Reads a line as the header; null if it names no format. `firstBlank`: number of the first blank line before it. */
export const readHeaderLine = (
  line: FileLine,
  firstBlank: number | null,
): TextLine<ExportHeader> | HeaderFault | null => {
  const encoding = line.no === 1 ? markedEncoding(line.bytes) : null
  const [, formatNumber] = formatMember.exec(new TextDecoder(encoding ?? 'utf-8').decode(line.bytes)) ?? []
  if (formatNumber === undefined) return null
  const format = exportFormats.find((one) => String(one) === formatNumber)
  if (!format) return { verdict: 'unknownFormat', format: null, line: line.no }
  if (encoding) return { ...reformatted('byteOrderMark', line.no), format }
  if (firstBlank !== null && format !== 1) return { ...reformatted('blankLine', firstBlank), format }
  const read = readContent(withoutCarriageReturn(line, format), (value) => readHeader(value, format))
  return 'verdict' in read ? { ...read, format } : read
}

/** Whether a line is an entry, persons or a signature, exactly as exported. */
export const isExportLine = (line: FileLine): boolean => !('verdict' in readContent(line, readExportLine))

/** Reads a line after the header; null for a blank line of format 1. */
export const readLine = (line: FileLine, format: ExportFormat): TextLine<ExportLine> | FormFault | null => {
  if (isBlank(line.bytes)) {
    if (format === 1) return null
    return reformatted(line.bytes.at(-1) === carriageReturn ? 'lineEnds' : 'blankLine', line.no)
  }
  const read = readContent(withoutCarriageReturn(line, format), readExportLine)
  if ('verdict' in read) return read
  const isTruncated = read.content.kind === 'signature' && !line.isEnded && format !== 1
  return isTruncated ? reformatted('noLastLineFeed', line.no) : read
}
