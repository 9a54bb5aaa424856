import {
  applyPattern,
  type Numbering,
  numberPlaceholder,
} from '@vigilux/contract/features/lamp-labels/lamp-text.rules.ts'
import { lampTextLengths } from '@vigilux/contract/features/lamp-labels/lamp-text-limits.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'

export type TextField = keyof typeof lampTextLengths
export type RenamedLamp = { lamp: Lamp; before: string; after: string }

/** Old and new text of each lamp, in the given order. */
export function renameLamps(
  lamps: readonly Lamp[],
  { field, pattern, numbering }: { field: TextField; pattern: string; numbering: Numbering },
): RenamedLamp[] {
  return lamps.map((lamp, at) => ({
    lamp,
    before: lamp[field],
    after: applyPattern(pattern, numbering, at).normalize('NFC').trim(),
  }))
}

/** The first lamp whose text would be too long. */
export function tooLong(rows: readonly RenamedLamp[], field: TextField): Lamp | undefined {
  return rows.find(({ after }) => after.length > lampTextLengths[field])?.lamp
}

/** Whether several lamps would get the same text. */
export const lacksNumber = (pattern: string, lamps: number): boolean =>
  lamps > 1 && !pattern.includes(numberPlaceholder)
