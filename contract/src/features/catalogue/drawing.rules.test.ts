import { describe, expect, test } from 'vitest'
import { drawingBox, drawingOf, frameOf } from './drawing.rules.ts'
import { drawings } from './product.ts'

const sizes = [
  { width: 20_000, height: 1, depth: 1 },
  { width: 1, height: 20_000, depth: 1 },
  { width: 324, height: 116, depth: 48 },
  null,
]

describe.each(drawings)('%s', (drawing) => {
  test.each(sizes)('stays within its box as %j', (dimensions) => {
    const parts = drawingOf({ drawing, dimensions })
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) {
      if (part.form === 'path') continue
      const [left, right] = part.form === 'rect' ? [part.x, part.x + part.width] : [part.x - part.rx, part.x + part.rx]
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(drawingBox.width)
    }
  })
})

test('a product is drawn as wide and high as it is', () => {
  const { width, height } = frameOf({ width: 300, height: 150, depth: 10 })
  expect(width / height).toBeCloseTo(2)
})
