import { entriesOf, readEntry } from './archive.ts'
import { sheetLimits } from './sheet.ts'

/** A range of cells, from 0, both ends included. */
export type Range = { top: number; left: number; bottom: number; right: number }

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`, 'u').exec(tag)?.[1]

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const rangeOf = (ref: string): Range[] => {
  const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? []
  if (!left || !right) return []
  return [{ top: Number(top) - 1, left: columnOf(left), bottom: Number(bottom) - 1, right: columnOf(right) }]
}

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Merged cells of each sheet of a workbook, in order. The library for reading cells does not report them. */
export async function mergedRanges(bytes: Uint8Array): Promise<Range[][]> {
  const entries = entriesOf(bytes) ?? []
  const relations =
    (await readEntry(bytes, entries, 'xl/_rels/workbook.xml.rels')).match(/<Relationship\s[^>]*>/gu) ?? []
  const targets = new Map(relations.map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]))
  const sheets = (await readEntry(bytes, entries, 'xl/workbook.xml')).match(/<(?:\w+:)?sheet\s[^>]*>/gu) ?? []
  const found: Range[][] = []
  for (const tag of sheets) {
    const target = targets.get(/\sr:id="([^"]*)"/u.exec(tag)?.[1])
    const xml = target ? await readEntry(bytes, entries, pathOf(target)) : ''
    found.push(
      (xml.match(/<(?:\w+:)?mergeCell\s[^>]*>/gu) ?? []).flatMap((one) => rangeOf(attribute(one, 'ref') ?? '')),
    )
  }
  return found
}

/** Copies a merged range's value to all of its cells. */
export function fillMerged<Cell>(rows: Cell[][], ranges: readonly Range[]): void {
  for (const { top, left, bottom, right } of ranges) {
    const value = rows[top]?.[left]
    if (value === undefined || value === null) continue
    for (let row = top; row <= Math.min(bottom, rows.length - 1); row += 1)
      for (let column = left; column <= Math.min(right, sheetLimits.columns - 1); column += 1) {
        const cells = rows[row]
        if (cells) cells[column] = value
      }
  }
}
