import { canonicalJson } from './chain.rules.ts'

/** File as bytes, in pieces of any size. */
export type ExportBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Line of a file. `isEnded`: a line feed follows it. */
export type FileLine = { no: number; bytes: Uint8Array; isEnded: boolean }

/** Maximum bytes of one line without line feed. The line of persons grows with their number and may be longer. */
export const maxLineBytes = 1_048_576
export const maxPersonsLineBytes = 16 * maxLineBytes

const lineFeed = 10
const personsStart = new TextEncoder().encode('{"persons":')

const joinBytes = (parts: readonly Uint8Array[]): Uint8Array => {
  const [first = new Uint8Array(), ...otherParts] = parts
  if (otherParts.length === 0) return first
  const bytes = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean => start.every((byte, at) => bytes[at] === byte)

const maxBytesOf = (start: Uint8Array): number => (startsWith(start, personsStart) ? maxPersonsLineBytes : maxLineBytes)

export const isTooLong = (bytes: Uint8Array): boolean => bytes.length > maxBytesOf(bytes)

/** Splits a file at its line feeds, with one line in memory at a time. Stops after an overlong line. */
export async function* linesOf(chunks: ExportBytes): AsyncGenerator<FileLine> {
  let linePieces: Uint8Array[] = []
  let length = 0
  let max = maxLineBytes
  let no = 1
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      linePieces.push(chunk.subarray(start, end))
      const bytes = joinBytes(linePieces)
      yield { no, bytes, isEnded: true }
      if (isTooLong(bytes)) return
      linePieces = []
      length = 0
      max = maxLineBytes
      no += 1
      start = end + 1
    }
    if (start === chunk.length) continue
    linePieces.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > max) max = maxBytesOf(joinBytes(linePieces.map((part) => part.subarray(0, personsStart.length))))
    if (length > max) break
  }
  if (length > 0) yield { no, bytes: joinBytes(linePieces), isEnded: false }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8; null for invalid bytes. */
export const decoded = (bytes: Uint8Array): string | null => {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return null
  }
}

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
] as const

/** Encoding of the byte order mark at the start of a file; null without one. */
export const markedEncoding = (bytes: Uint8Array): string | null =>
  byteOrderMarks.find(([, mark]) => startsWith(bytes, new Uint8Array(mark)))?.[0] ?? null

/** Escape of a lone surrogate. RFC 8785 forbids it, but `JSON.stringify` writes it. */
const loneSurrogate = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** Whether a text is the canonical JSON of its own value. */
export const isCanonical = (text: string, value: unknown): boolean =>
  canonicalJson(value) === text && !(text.includes('\\ud') && loneSurrogate.test(text))
