import { createSampleExport, joinLines } from './sample-export.ts'

/** How copies of a small export are changed. */

export type AlteredExport = { name: string; bytes: Buffer; verdict: string; line: number | null; reason?: string }

export const lines = createSampleExport()
/** Numbers of the lines. */
export const [header, first, second, third, persons, signature] = [1, 2, 3, 4, 5, 6] as const
export const lineOf = (no: number): string => lines[no - 1] ?? ''
export const withLine = (no: number, line: string): Buffer => joinLines(lines.with(no - 1, line))
export const insertLine = (no: number, line: string): Buffer => joinLines(lines.toSpliced(no - 1, 0, line))
export const removeLine = (no: number): Buffer => joinLines(lines.toSpliced(no - 1, 1))
export const swapLines = (no: number, other: number): Buffer =>
  joinLines(lines.with(no - 1, lineOf(other)).with(other - 1, lineOf(no)))
export const replaceInLine = (no: number, part: string, by: string): Buffer => {
  if (!lineOf(no).includes(part)) throw new Error(`line ${no} has no ${part}`)
  return withLine(
    no,
    lineOf(no).replace(part, () => by),
  )
}
/** Bytes in the place of a part of a line; a text could not hold all of them. */
export const withBytes = (no: number, part: string, bytes: readonly number[]): Buffer => {
  const file = joinLines(lines)
  const at = file.indexOf(part, file.indexOf(lineOf(no)))
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
/** Malformed lines, each by replacing a part of a line. */
export const replaceEach = (
  reason: string,
  replacements: readonly (readonly [no: number, part: string, by: string])[],
) =>
  replacements.map(([no, part, by]) =>
    malformLine(reason, no, `line ${no}: ${part} is replaced by ${by.slice(0, 60)}`, replaceInLine(no, part, by)),
  )
