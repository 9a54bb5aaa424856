import { nearShapes } from './dxf-extents.ts'
import type { DxfShape } from './dxf-shape.ts'
import type { Spot } from './dxf-text.ts'

/** Gap between two sheets, as a part of the width of the first. */
const gapPart = 0.1

const shift = (shape: DxfShape, by: number): DxfShape => {
  const toShifted = ([x, y]: Spot): Spot => [x + by, y]
  if ('text' in shape) return { ...shape, at: toShifted(shape.at) }
  if ('spots' in shape) return { ...shape, spots: shape.spots.map(toShifted) }
  return { ...shape, loops: shape.loops.map((loop) => loop.map(toShifted)) }
}

/** The shapes of several sheets in a row, since each sheet has the same place in its drawing. */
export const placeInRow = (sheets: readonly (readonly DxfShape[])[]): DxfShape[] => {
  const filledSheets = sheets.filter(({ length }) => length > 0)
  const [first = []] = filledSheets
  if (filledSheets.length < 2) return [...first]
  let begin = nearShapes(first).box.left
  return filledSheets.flatMap((shapes) => {
    const { left, right } = nearShapes(shapes).box
    const by = begin - left
    begin += (right - left) * (1 + gapPart)
    return by === 0 ? shapes : shapes.map((shape) => shift(shape, by))
  })
}
