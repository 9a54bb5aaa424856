import { createSampleExport, joinLines } from './sample-export.ts'

/** Changes of copies of a small export. */

export type AlteredExport = { name: string; bytes: Buffer; verdict: string; line: number | null; reason?: string }

export const lines = createSampleExport()
/** The line numbers of the small export. */
export const [header, first, second, third, persons, signature] = [1, 2, 3, 4, 5, 6] as const
export const lineOf = (lineNumber: number): string => lines[lineNumber - 1] ?? ''
export const withLine = (lineNumber: number, line: string): Buffer => joinLines(lines.with(lineNumber - 1, line))
export const insertLine = (lineNumber: number, line: string): Buffer =>
  joinLines(lines.toSpliced(lineNumber - 1, 0, line))
export const removeLine = (lineNumber: number): Buffer => joinLines(lines.toSpliced(lineNumber - 1, 1))
export const swapLines = (lineNumber: number, other: number): Buffer =>
  joinLines(lines.with(lineNumber - 1, lineOf(other)).with(other - 1, lineOf(lineNumber)))
export const replaceInLine = (lineNumber: number, part: string, replacement: string): Buffer => {
  if (!lineOf(lineNumber).includes(part)) throw new Error(`line ${lineNumber} has no ${part}`)
  return withLine(
    lineNumber,
    lineOf(lineNumber).replace(part, () => replacement),
  )
}
/** Bytes in place of a part of a line, for content without a text form. */
export const withBytes = (lineNumber: number, part: string, bytes: readonly number[]): Buffer => {
  const file = joinLines(lines)
  const at = file.indexOf(part, file.indexOf(lineOf(lineNumber)))
  return Buffer.concat([file.subarray(0, at), Buffer.from(bytes), file.subarray(at + Buffer.byteLength(part))])
}

export const createAltered = (verdict: string, line: number | null, name: string, bytes: Buffer): AlteredExport => ({
  name,
  bytes,
  verdict,
  line,
})
export const malformLine = (reason: string, line: number, name: string, bytes: Buffer): AlteredExport => ({
  name,
  bytes,
  verdict: 'malformed',
  line,
  reason,
})
export const reformatLine = (reason: string, line: number, name: string, bytes: Buffer): AlteredExport => ({
  name,
  bytes,
  verdict: 'reformatted',
  line,
  reason,
})
/** Malformed lines, each by a replaced part. */
export const replaceEach = (
  reason: string,
  replacements: readonly (readonly [no: number, part: string, by: string])[],
) =>
  replacements.map(([lineNumber, part, replacement]) =>
    malformLine(
      reason,
      lineNumber,
      `line ${lineNumber}: ${part} is replaced by ${replacement.slice(0, 60)}`,
      replaceInLine(lineNumber, part, replacement),
    ),
  )
