import type { DrawingChoice, DrawingChoices } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { fail } from '../../kernel/refusal.ts'

/** Refuses a page or layers missing from the drawing, and a drawing with units of unknown length. */
export const checkChoice = ({ kind, pages, layers, unitM }: DrawingChoices, choice: DrawingChoice): void => {
  if (kind !== 'dxf') {
    if (choice.page === null || choice.page > pages) fail('DRAWING_CHOICE')
    return
  }
  const names = new Set(layers.map(({ name }) => name))
  if (!choice.layers?.every((name) => names.has(name))) fail('DRAWING_CHOICE')
  if (unitM === null && choice.unit === null) fail('DRAWING_CHOICE')
}
