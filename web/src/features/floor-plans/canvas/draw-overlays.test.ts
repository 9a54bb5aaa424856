import { expect, test, vi } from 'vitest'
import type { Inks } from './draw-marks.ts'
import { drawAreas } from './draw-overlays.ts'

/** Draws a room from 10 to this x on a drawing of 100 by 100; each letter is a unit wide. Returns the drawn name. */
const drawnName = (name: string, right: number): string => {
  const fillText = vi.fn()
  const noop = () => undefined
  const shape = { beginPath: noop, closePath: noop, lineTo: noop, fill: noop, stroke: noop, setLineDash: noop }
  const measureText = (text: string) => ({ width: text.length })
  const pen = { ...shape, save: noop, restore: noop, getTransform: () => ({ a: 1, b: 0 }), measureText, fillText }
  const outline: [number, number][] = [
    [0.1, 0],
    [right, 0],
    [right, 0.5],
    [0.1, 0.5],
  ]
  const size = { width: 100, height: 100 }
  drawAreas(pen as unknown as CanvasRenderingContext2D, [{ key: name, name, outline }], size, {} as Inks)
  return fillText.mock.calls[0]?.[0]
}

test('the name of a room stays inside of its walls', () => {
  expect(drawnName('Corridor A', 0.35)).toBe('Corridor A')
  expect(drawnName('Corridor A', 0.31)).toBe('Corridor…')
  expect(drawnName('Corridor A', 0.26)).toBe('Cor…')
  expect(drawnName('Corridor A', 0.24)).toBe('')
})
