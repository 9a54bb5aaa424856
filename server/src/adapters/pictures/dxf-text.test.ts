import { expect, it } from 'vitest'
import { shapeOf } from './dxf-entities.ts'
import { dxfPicture } from './dxf-svg.ts'
import { layText } from './dxf-text.ts'

const text = { text: 'one two three', at: [0, 0] as const, height: 4, turned: 0 }

it('a text goes on beneath where it is as wide as it may be, and where its writer says so', () => {
  expect(layText({ ...text, width: 24 }).lines.map((one) => one.text)).toEqual(['one two', 'three'])
  expect(layText({ ...text, text: 'one\ntwo' }).lines.map((one) => one.text)).toEqual(['one', 'two'])
  expect(layText({ ...text, width: 1 }).lines).toHaveLength(3)
  expect(layText({ ...text, text: 'a\n'.repeat(1_000) }).lines).toHaveLength(60)
})

it('hangs from its spot, stands on it, or has it in its middle', () => {
  const firstOf = (down?: 'top' | 'middle' | 'bottom') =>
    layText({ ...text, text: 'one\ntwo', ...(down && { down }) }).lines[0]?.at[1]
  expect([firstOf(), firstOf('top')]).toEqual([0, -4])
  expect(firstOf('bottom')).toBeCloseTo(4 * 1.67)
  expect(firstOf('middle')).toBeCloseTo((4 * 1.67 - 4) / 2)
})

it('is within the picture whole, also where it is turned or nothing else is drawn there', () => {
  const wall = {
    layer: 'W',
    spots: [
      [0, 0],
      [10, 0],
    ] as const,
  }
  const pictureOf = (turned: number) => dxfPicture([wall, { layer: 'T', ...text, turned }], 1_000)
  expect(pictureOf(0)?.width).toBe(1_000)
  // Upwards it is as high as it was long, so that is now the longer side.
  expect(pictureOf(Math.PI / 2)?.height).toBe(1_000)
  expect((pictureOf(0)?.unitsPerPixel ?? 0) * (1_000 - 48)).toBeCloseTo(13 * 0.75 * 4)
})

it('of what its writer formats it with nothing is left, and it hangs where that says', () => {
  const entity = {
    type: 'MTEXT',
    text: '{\\pxqc;SHEAR\\PPANELS\\~A}',
    position: { x: 1, y: 2 },
    height: 4,
    width: 30,
    attachmentPoint: 2,
  }
  expect(shapeOf(entity as never)).toMatchObject({ text: 'SHEAR\nPANELS A', width: 30, across: 'middle', down: 'top' })
})
