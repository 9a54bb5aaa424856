import { lampTextLengths } from '@vigilux/contract/features/lamp-labels/lamp-text-limits.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { TextField } from './rename.ts'

type Texts = { description: string; location: string }
export type PastedLamp = { lamp: Lamp; before: Texts; after: Texts }
export type PasteResult = { rows: PastedLamp[]; left: string[] }

const cleanText = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** A cell and its end. Spreadsheets quote a cell with line breaks or tabs, and only such a cell. */
const cellPattern = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\n]*))(\t|\r?\n|$)/gy

const textOf = (plain: string, quoted: string | undefined): string => {
  if (quoted === undefined) return plain
  return /[\t\n]/.test(quoted) ? quoted.replaceAll('""', '"') : `"${quoted}"`
}

/** Lines of a block copied from a spreadsheet; ignores the empty one after the last. */
export function linesOf(block: string): string[][] {
  let cells: string[] = []
  const lines = [cells]
  for (const [, quoted, plain = '', end] of block.replace(/\r?\n$/, '').matchAll(cellPattern)) {
    cells.push(cleanText(textOf(plain, quoted)))
    if (end === '') break
    if (end === '\t') continue
    cells = []
    lines.push(cells)
  }
  return lines
}

/** Whether pasted text covers more than one cell. */
export const isBlock = (block: string): boolean => linesOf(block).flat().length > 1

const isWithinLimits = ({ description, location }: Texts): boolean =>
  description.length <= lampTextLengths.description && location.length <= lampTextLengths.location

/** Effect of a block pasted into a cell: a line per lamp from there on, with a second column for the place. */
export function parsePaste(block: string, lamps: readonly Lamp[], firstLamp: Lamp, field: TextField): PasteResult {
  const at = lamps.findIndex(({ cu, id }) => cu === firstLamp.cu && id === firstLamp.id)
  const found: PasteResult = { rows: [], left: [] }
  for (const [line, cells] of linesOf(block).entries()) {
    const lamp = at < 0 ? undefined : lamps[at + line]
    const [first = '', second] = cells
    const room = field === 'description' ? 2 : 1
    if (!lamp || cells.length > room) {
      found.left.push(cells.join(' · '))
      continue
    }
    const textsBefore = { description: lamp.description, location: lamp.location }
    const after = { ...textsBefore, [field]: first, ...(second !== undefined && { location: second }) }
    if (isWithinLimits(after)) found.rows.push({ lamp, before: textsBefore, after })
    else found.left.push(cells.join(' · '))
  }
  return found
}
