import { expect, test } from 'vitest'
import { drawingBox, drawingOf, frameOf } from './drawing.rules.ts'
import { drawings } from './product.ts'

const sizes = [
  { width: 20_000, height: 1, depth: 1 },
  { width: 1, height: 20_000, depth: 1 },
  { width: 324, height: 116, depth: 48 },
  null,
]

test('every drawing stays within its box at any dimensions', () => {
  const outsideParts = drawings.flatMap((drawing) =>
    sizes.flatMap((dimensions) => {
      const parts = drawingOf({ drawing, dimensions })
      expect(parts.length, drawing).toBeGreaterThan(1)
      return parts.filter((part) => {
        if (part.form === 'path') return false
        const left = part.form === 'rect' ? part.x : part.x - part.rx
        const right = part.form === 'rect' ? part.x + part.width : part.x + part.rx
        return left < 0 || right > drawingBox.width
      })
    }),
  )
  expect(outsideParts).toEqual([])
})

test('a product is drawn in its real proportions', () => {
  const { width, height } = frameOf({ width: 300, height: 150, depth: 10 })
  expect(width / height).toBeCloseTo(2)
})
