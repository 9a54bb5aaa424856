import { expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { readDxf, shapesOf } from './dxf-drawing.ts'
import { dxfPicture } from './dxf-svg.ts'
import { type DxfText, layText } from './dxf-text.ts'

const text: DxfText = {
  text: 'one two three',
  at: [0, 0],
  height: 4,
  stretch: 1,
  turned: 0,
  width: 0,
  across: 'start',
  down: 'base',
}

it('wraps text at its width and at line breaks', () => {
  expect(layText({ ...text, width: 24 }).lines.map((one) => one.text)).toEqual(['one two', 'three'])
  expect(layText({ ...text, text: 'one\ntwo' }).lines.map((one) => one.text)).toEqual(['one', 'two'])
  expect(layText({ ...text, width: 1 }).lines).toHaveLength(3)
  expect(layText({ ...text, text: 'a\n'.repeat(1_000) }).lines).toHaveLength(60)
})

it('aligns text above, below or around its point', () => {
  const firstOf = (textDown: DxfText['down']) => layText({ ...text, text: 'one\ntwo', down: textDown }).lines[0]?.at[1]
  expect([firstOf('base'), firstOf('top')]).toEqual([0, -4])
  expect(firstOf('bottom')).toBeCloseTo(4 * 1.67)
  expect(firstOf('middle')).toBeCloseTo((4 * 1.67 - 4) / 2)
})

it('shows a text completely, even rotated or alone', () => {
  const wall = {
    layer: 'W',
    spots: [
      [0, 0],
      [10, 0],
    ] as const,
  }
  const pictureOf = (rotated: number) => dxfPicture([wall, { layer: 'T', ...text, turned: rotated }], 1_000)
  expect(pictureOf(0)?.width).toBe(1_000)
  // Turned upwards, its height equals its former length, now the longer side.
  expect(pictureOf(Math.PI / 2)?.height).toBe(1_000)
  expect((pictureOf(0)?.unitsPerPixel ?? 0) * (1_000 - 48)).toBeCloseTo(13 * 0.75 * 4)
})

const placeText = (...groups: (string | number)[]) => {
  const dxf = readDxf(dxfFile({ entities: groups }))
  return dxf ? shapesOf(dxf, null)[0] : null
}

it('places a text at its alignment point in any order of groups', () => {
  const at = [10, 0, 20, 0, 11, 10, 21, 2, 40, 1, 1, '101']
  expect(placeText(0, 'TEXT', 72, 1, 73, 2, ...at)).toMatchObject({ at: [10, 2], across: 'middle', down: 'middle' })
  expect(placeText(0, 'TEXT', ...at, 72, 2)).toMatchObject({ at: [10, 2], across: 'end', down: 'base' })
  expect(placeText(0, 'TEXT', ...at, 73, 3)).toMatchObject({ at: [10, 2], across: 'start', down: 'top' })
  expect(placeText(0, 'TEXT', ...at, 72, 4)).toMatchObject({ at: [10, 2], across: 'middle', down: 'middle' })
  expect(placeText(0, 'TEXT', ...at)).toMatchObject({ at: [0, 0], across: 'start', down: 'base' })
  expect(placeText(0, 'MTEXT', 71, 6, ...at)).toMatchObject({ at: [0, 0], across: 'end', down: 'middle' })
})

it('fits a text between two points where required', () => {
  const twoPointText = [10, 0, 20, 0, 11, 9, 21, 0, 40, 10, 1, '1234']
  expect(placeText(0, 'TEXT', 72, 3, ...twoPointText)).toMatchObject({ at: [4.5, 0], across: 'middle', height: 3 })
  const fitted = placeText(0, 'TEXT', 72, 5, ...twoPointText)
  expect(fitted).toMatchObject({ at: [4.5, 0], across: 'middle', height: 10 })
  expect(fitted && 'stretch' in fitted && fitted.stretch).toBeCloseTo(0.3)
})

it('keeps narrow letters narrow, also between two points and in unequal scales', () => {
  const narrow = [10, 0, 20, 0, 11, 9, 21, 0, 40, 10, 41, 0.5, 1, '1234']
  expect(placeText(0, 'TEXT', ...narrow)).toMatchObject({ height: 10, stretch: 0.5 })
  expect(placeText(0, 'TEXT', 72, 3, ...narrow)).toMatchObject({ height: 6, stretch: 0.5 })
  const block = [0, 'BLOCK', 2, 'B', 10, 0, 20, 0, 0, 'TEXT', ...narrow, 0, 'ENDBLK']
  const dxf = readDxf(dxfFile({ blocks: block, entities: [0, 'INSERT', 2, 'B', 10, 0, 20, 0, 41, -2, 42, 5] }))
  expect(dxf && shapesOf(dxf, null)).toMatchObject([{ height: 50, stretch: 0.2 }])
  expect(layText({ ...text, stretch: 0.5 }).corners[1]?.[0]).toBe(13 * 0.75 * 4 * 0.5)
  expect(layText({ ...text, stretch: 0.5, width: 24 }).lines).toHaveLength(1)
  expect(dxfPicture([{ layer: '0', ...text, stretch: 0.5 }], 1_000)?.svg).toContain('scale(0.500 1)')
})

it('leaves out a text of infinite size', () => {
  for (const sizes of [
    [40, 1e305],
    [40, 1e200, 41, 1e200],
  ])
    expect(placeText(0, 'TEXT', 10, 0, 20, 0, 1, 'A', ...sizes)).toBeUndefined()
})
