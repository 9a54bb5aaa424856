import type { DxfShape } from './dxf-drawing.ts'
import { layText, type Spot } from './dxf-text.ts'

export type Box = { left: number; right: number; bottom: number; top: number }
type BoxedShape = { shape: DxfShape; box: Box; weight: number }

const emptyBox: Box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }

const unionBox = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
  top: Math.max(a.top, b.top),
})

const toBoxed = (shape: DxfShape): BoxedShape => {
  const box = { ...emptyBox }
  let weight = 0
  const extend = ([x, y]: Spot): void => {
    weight++
    if (x < box.left) box.left = x
    if (x > box.right) box.right = x
    if (y < box.bottom) box.bottom = y
    if (y > box.top) box.top = y
  }
  if ('text' in shape) layText(shape).corners.forEach(extend)
  else if ('spots' in shape) shape.spots.forEach(extend)
  else for (const loop of shape.loops) loop.forEach(extend)
  return { shape, box, weight }
}

export const longestSide = ({ left, right, bottom, top }: Box): number => Math.max(right - left, top - bottom)

/**
 * Maximum gap, as a multiple of everything drawn on both of its sides: beyond it the plan would be too small to read.
 */
const farTimes = 20

/** Maximum size of a shape, as a multiple of all others together: beyond it less than a pixel is left for them. */
const hugeTimes = 4_000

/** Drops single shapes dwarfing all others, such as a line to a point of another coordinate system. */
const dropHuge = (all: readonly BoxedShape[]): BoxedShape[] => {
  const sortedBySize = [...all].sort((a, b) => longestSide(a.box) - longestSide(b.box))
  let unitedBox = emptyBox
  for (const [at, { box }] of sortedBySize.entries()) {
    const size = longestSide(unitedBox)
    if (at > all.length / 2 && size > 0 && longestSide(box) > hugeTimes * size) return sortedBySize.slice(0, at)
    unitedBox = unionBox(unitedBox, box)
  }
  return [...all]
}

type Side = readonly [from: 'left' | 'bottom', to: 'right' | 'top']
type Group = { members: BoxedShape[]; from: number; to: number; weight: number }

/** Groups of shapes without a gap in one direction, in order. */
const groupsAlong = (all: readonly BoxedShape[], [from, to]: Side): Group[] => {
  const groups: Group[] = []
  for (const boxedShape of [...all].sort((a, b) => a.box[from] - b.box[from])) {
    const last = groups.at(-1)
    if (!last || boxedShape.box[from] > last.to)
      groups.push({
        members: [boxedShape],
        from: boxedShape.box[from],
        to: boxedShape.box[to],
        weight: boxedShape.weight,
      })
    else {
      last.members.push(boxedShape)
      last.to = Math.max(last.to, boxedShape.box[to])
      last.weight += boxedShape.weight
    }
  }
  return groups
}

/** The fullest group and all groups near it. */
const nearAlong = (all: readonly BoxedShape[], side: Side): BoxedShape[] => {
  const groups = groupsAlong(all, side)
  const drawnLength = groups.reduce((total, { from, to }) => total + (to - from), 0)
  const heaviestGroup = groups.reduce(
    (heaviest, group, at) => (group.weight > (groups[heaviest]?.weight ?? 0) ? at : heaviest),
    0,
  )
  const isFar = (at: number): boolean => {
    const [before, after] = [groups[at - 1], groups[at]]
    return (
      drawnLength > 0 && before !== undefined && after !== undefined && after.from - before.to > farTimes * drawnLength
    )
  }
  let [first, last] = [heaviestGroup, heaviestGroup]
  while (first > 0 && !isFar(first)) first--
  while (last < groups.length - 1 && !isFar(last + 1)) last++
  return groups.slice(first, last + 1).flatMap(({ members }) => members)
}

const sides: readonly Side[] = [
  ['left', 'right'],
  ['bottom', 'top'],
]

/** The shapes of the plan with their bounding box, and those too far away to be drawn legibly with it. */
export const nearShapes = (shapes: readonly DxfShape[]): { near: DxfShape[]; far: DxfShape[]; box: Box } => {
  let nearBoxed = dropHuge(shapes.map(toBoxed))
  for (let before = Number.POSITIVE_INFINITY; nearBoxed.length < before; ) {
    before = nearBoxed.length
    for (const side of sides) nearBoxed = nearAlong(nearBoxed, side)
  }
  const box = nearBoxed.reduce((total, one) => unionBox(total, one.box), emptyBox)
  if (nearBoxed.length === shapes.length) return { near: [...shapes], far: [], box }
  const nearSet = new Set(nearBoxed.map(({ shape }) => shape))
  return { near: shapes.filter((shape) => nearSet.has(shape)), far: shapes.filter((shape) => !nearSet.has(shape)), box }
}
