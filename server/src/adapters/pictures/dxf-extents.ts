import type { DxfShape } from './dxf-drawing.ts'
import { layText, type Spot } from './dxf-text.ts'

export type Box = { left: number; right: number; bottom: number; top: number }
type Boxed = { shape: DxfShape; box: Box; weight: number }

const emptyBox: Box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
  top: Math.max(a.top, b.top),
})

const boxed = (shape: DxfShape): Boxed => {
  const box = { ...emptyBox }
  let weight = 0
  const grow = ([x, y]: Spot): void => {
    weight++
    if (x < box.left) box.left = x
    if (x > box.right) box.right = x
    if (y < box.bottom) box.bottom = y
    if (y > box.top) box.top = y
  }
  if ('text' in shape) layText(shape).corners.forEach(grow)
  else if ('spots' in shape) shape.spots.forEach(grow)
  else for (const loop of shape.loops) loop.forEach(grow)
  return { shape, box, weight }
}

export const longestSide = ({ left, right, bottom, top }: Box): number => Math.max(right - left, top - bottom)

/**
 * Maximum gap, as a multiple of everything drawn on both of its sides: beyond it the plan would be too small to read.
 */
const farTimes = 20

/** Maximum size of a shape, as a multiple of all others together: beyond it less than a pixel is left for them. */
const hugeTimes = 4_000

/** Drops single shapes that dwarf all others, such as a line to a point of another coordinate system. */
const dropHuge = (all: readonly Boxed[]): Boxed[] => {
  const bySize = [...all].sort((a, b) => longestSide(a.box) - longestSide(b.box))
  let rest = emptyBox
  for (const [at, { box }] of bySize.entries()) {
    const size = longestSide(rest)
    if (at > all.length / 2 && size > 0 && longestSide(box) > hugeTimes * size) return bySize.slice(0, at)
    rest = around(rest, box)
  }
  return [...all]
}

type Side = readonly [from: 'left' | 'bottom', to: 'right' | 'top']
type Group = { members: Boxed[]; from: number; to: number; weight: number }

/** Groups of shapes without a gap in one direction, in order. */
const groupsAlong = (all: readonly Boxed[], [from, to]: Side): Group[] => {
  const groups: Group[] = []
  for (const one of [...all].sort((a, b) => a.box[from] - b.box[from])) {
    const last = groups.at(-1)
    if (!last || one.box[from] > last.to)
      groups.push({ members: [one], from: one.box[from], to: one.box[to], weight: one.weight })
    else {
      last.members.push(one)
      last.to = Math.max(last.to, one.box[to])
      last.weight += one.weight
    }
  }
  return groups
}

/** The fullest group and all groups near it. */
const nearAlong = (all: readonly Boxed[], side: Side): Boxed[] => {
  const groups = groupsAlong(all, side)
  const drawn = groups.reduce((sum, { from, to }) => sum + (to - from), 0)
  const fullest = groups.reduce((most, group, at) => (group.weight > (groups[most]?.weight ?? 0) ? at : most), 0)
  const isFar = (at: number): boolean => {
    const [before, after] = [groups[at - 1], groups[at]]
    return drawn > 0 && before !== undefined && after !== undefined && after.from - before.to > farTimes * drawn
  }
  let [first, last] = [fullest, fullest]
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
  let kept = dropHuge(shapes.map(boxed))
  for (let before = Number.POSITIVE_INFINITY; kept.length < before; ) {
    before = kept.length
    for (const side of sides) kept = nearAlong(kept, side)
  }
  const box = kept.reduce((sum, one) => around(sum, one.box), emptyBox)
  if (kept.length === shapes.length) return { near: [...shapes], far: [], box }
  const near = new Set(kept.map(({ shape }) => shape))
  return { near: shapes.filter((shape) => near.has(shape)), far: shapes.filter((shape) => !near.has(shape)), box }
}
