import type { DxfShape } from './dxf-shape.ts'
import { layText, type Spot } from './dxf-text.ts'

export type Box = { left: number; right: number; bottom: number; top: number }
type BoxedShape = { shape: DxfShape; box: Box; points: number }

const emptyBox: Box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }

const unionBox = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
  top: Math.max(a.top, b.top),
})

const toBoxed = (shape: DxfShape): BoxedShape => {
  const box = { ...emptyBox }
  let points = 0
  const extend = ([x, y]: Spot): void => {
    points++
    if (x < box.left) box.left = x
    if (x > box.right) box.right = x
    if (y < box.bottom) box.bottom = y
    if (y > box.top) box.top = y
  }
  if ('text' in shape) layText(shape).corners.forEach(extend)
  else if ('spots' in shape) shape.spots.forEach(extend)
  else for (const loop of shape.loops) loop.forEach(extend)
  // A root, since a circle has as many points as the walls of a room.
  return { shape, box, points: Math.sqrt(points) }
}

export const longestSide = ({ left, right, bottom, top }: Box): number => Math.max(right - left, top - bottom)

/**
 * Maximum gap, as a multiple of everything drawn on both of its sides: beyond it the plan would be too small to read.
 */
const farTimes = 20

/** The same for a gap before little content, such as a single line. */
const farTimesOfLittle = 5

/** Weight of little content, as a part of the plan's. */
const littlePart = 0.05

/** Maximum size of a shape, as a multiple of all others together: beyond it they would be too small to read. */
const hugeTimes = 100

/** The same for a closed shape, such as a frame: beyond it less than a pixel is left for the others. */
const hugeTimesOfFrame = 4_000

const isClosed = (shape: DxfShape): boolean => {
  if (!('spots' in shape)) return false
  const [first, last] = [shape.spots[0], shape.spots.at(-1)]
  return shape.spots.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

/** Drops single shapes dwarfing all others, such as a line to a point of another coordinate system. */
const dropHuge = (all: readonly BoxedShape[]): BoxedShape[] => {
  const sortedBySize = [...all].sort((a, b) => longestSide(a.box) - longestSide(b.box))
  let unitedBox = emptyBox
  for (const [at, { shape, box }] of sortedBySize.entries()) {
    const size = longestSide(unitedBox)
    const times = isClosed(shape) ? hugeTimesOfFrame : hugeTimes
    if (at > all.length / 2 && size > 0 && longestSide(box) > times * size) return sortedBySize.slice(0, at)
    unitedBox = unionBox(unitedBox, box)
  }
  return [...all]
}

type Side = readonly [from: 'left' | 'bottom', to: 'right' | 'top']
type Content = { points: number; length: number }
type Group = Content & { members: BoxedShape[]; from: number; to: number }

/** Groups of shapes without a gap in one direction, in order. */
const groupsAlong = (all: readonly BoxedShape[], [from, to]: Side): Group[] => {
  const groups: Group[] = []
  for (const boxedShape of [...all].sort((a, b) => a.box[from] - b.box[from])) {
    const { box, points } = boxedShape
    const last = groups.at(-1)
    if (!last || box[from] > last.to)
      groups.push({ members: [boxedShape], from: box[from], to: box[to], points, length: longestSide(box) })
    else {
      last.members.push(boxedShape)
      last.to = Math.max(last.to, box[to])
      last.points += points
      last.length += longestSide(box)
    }
  }
  return groups
}

/** A plan has many shapes and long ones; a stray block is short, a stray line is alone. */
const weightOf = ({ points, length }: Content): number => points * Math.sqrt(length)

/** The weights of the groups up to each one, from the first. */
const weightsTo = (groups: readonly Group[]): number[] => {
  const total = { points: 0, length: 0 }
  return groups.map(({ points, length }) => {
    total.points += points
    total.length += length
    return weightOf(total)
  })
}

/** The heaviest group and all groups near it. */
const nearAlong = (all: readonly BoxedShape[], side: Side): BoxedShape[] => {
  const groups = groupsAlong(all, side)
  const drawnLength = groups.reduce((total, { from, to }) => total + (to - from), 0)
  const weights = groups.map(weightOf)
  const heaviest = weights.reduce((found, weight, at) => (weight > (weights[found] ?? 0) ? at : found), 0)
  const little = (weights[heaviest] ?? 0) * littlePart
  const [weightsBefore, weightsAfter] = [weightsTo(groups), weightsTo(groups.toReversed()).reverse()]
  /** Whether a group and all beyond it are far from the next one. */
  const isFar = (gap: number, weightBeyond = 0): boolean =>
    drawnLength > 0 && gap > (weightBeyond < little ? farTimesOfLittle : farTimes) * drawnLength
  const gapAfter = (at: number): number => (groups[at + 1]?.from ?? 0) - (groups[at]?.to ?? 0)
  let [first, last] = [heaviest, heaviest]
  while (first > 0 && !isFar(gapAfter(first - 1), weightsBefore[first - 1])) first--
  while (last < groups.length - 1 && !isFar(gapAfter(last), weightsAfter[last + 1])) last++
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
