import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { Spot } from './draft.ts'
import { drawJoined, drawMark, type Inks, type Mark } from './draw-marks.ts'
import { type Joined, joinMarks } from './join-marks.ts'
import type { Point } from './pointers.ts'

export type LampScene = {
  marks: readonly Mark[]
  selected: ReadonlySet<string>
  hasLabels: boolean
  /** Marks that lie on each other are drawn as one. */
  joins: boolean
  /** Lamps that are on their way, and how far they have come. */
  dragged: { keys: ReadonlySet<string>; by: Spot } | null
  size: DrawingSize
  /** Pixels of the screen for one of the drawing, and how many there are. */
  scale: number
  screen: DrawingSize
  screenOf: (place: Pick<Mark, 'x' | 'y'>) => Point
  inks: Inks
}

/** Pixels beyond the edge of the screen at which a mark still reaches into it. */
const beyond = 40

/** Draws the lamps that are in sight, as large on the screen at every zoom; gives those that it has joined. */
export function drawLamps(pen: CanvasRenderingContext2D, scene: LampScene): readonly Joined[] {
  const { marks, selected, hasLabels, joins, dragged, size, scale, screen, screenOf, inks } = scene
  const placed = dragged ? marks.map((mark) => moved(mark, dragged)) : marks
  const inSight = placed.filter((mark) => {
    const { x, y } = screenOf(mark)
    return x > -beyond && y > -beyond && x < screen.width + beyond && y < screen.height + beyond
  })
  const { single, joined } = joins ? joinMarks(inSight, screenOf, selected) : { single: inSight, joined: [] }
  const at = ({ x, y }: Pick<Mark, 'x' | 'y'>, work: () => void) => {
    pen.save()
    pen.translate(x * size.width, y * size.height)
    pen.scale(1 / scale, 1 / scale)
    work()
    pen.restore()
  }
  // Where marks lie on each other, what is written beneath them would too.
  const hasValues = joined.length === 0
  for (const mark of single)
    at(mark, () => drawMark(pen, mark, { inks, isSelected: selected.has(mark.key), hasLabel: hasLabels, hasValues }))
  for (const one of joined) at(one, () => drawJoined(pen, one, inks))
  return joined
}

const moved = (mark: Mark, { keys, by: [dx, dy] }: NonNullable<LampScene['dragged']>): Mark =>
  keys.has(mark.key) ? { ...mark, x: mark.x + dx, y: mark.y + dy } : mark
