import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { Spot } from './draft.ts'
import { drawAround, drawJoined, type Inks, type Mark } from './draw-marks.ts'
import { type Joined, joinMarks } from './join-marks.ts'
import { type MarkPictures, pictureReach } from './mark-pictures.ts'
import type { Point } from './pointers.ts'

export type LampScene = {
  marks: readonly Mark[]
  selected: ReadonlySet<string>
  hasLabels: boolean
  /** Marks that lie on each other are drawn as one. */
  joins: boolean
  /** Lamps that are on their way, and how far they have come. */
  dragged: { keys: ReadonlySet<string>; by: Spot } | null
  /** How large the screen is, in its pixels. */
  screen: DrawingSize
  /** Pixels of the device for one of the screen. */
  ratio: number
  screenOf: (place: Pick<Mark, 'x' | 'y'>) => Point
  pictures: MarkPictures
  inks: Inks
}

/** Pixels beyond the edge of the screen at which a mark still reaches into it. */
const beyond = 40

/** Draws the lamps that are in sight on the pixels of the screen, as large at every zoom; gives those that it has joined. */
export function drawLamps(pen: CanvasRenderingContext2D, scene: LampScene): readonly Joined[] {
  const { marks, selected, hasLabels, joins, dragged, screen, ratio, screenOf, pictures, inks } = scene
  const placed = dragged ? marks.map((mark) => moved(mark, dragged)) : marks
  const inSight = placed.filter((mark) => {
    const { x, y } = screenOf(mark)
    return x > -beyond && y > -beyond && x < screen.width + beyond && y < screen.height + beyond
  })
  const { single, joined } = joins ? joinMarks(inSight, screenOf, selected) : { single: inSight, joined: [] }
  const at = (place: Pick<Mark, 'x' | 'y'>, work: () => void) => {
    const { x, y } = screenOf(place)
    pen.save()
    pen.translate(x, y)
    work()
    pen.restore()
  }
  // On whole pixels of the device a picture stays as sharp as it was drawn.
  const whole = (pixel: number) => Math.round(pixel * ratio) / ratio
  const side = 2 * pictureReach
  // Where marks lie on each other, what is written beneath them would too.
  const hasValues = joined.length === 0
  for (const mark of single) {
    const { x, y } = screenOf(mark)
    pen.drawImage(pictures(mark, inks), whole(x - pictureReach), whole(y - pictureReach), side, side)
    const isSelected = selected.has(mark.key)
    if (isSelected || hasLabels || (hasValues && mark.value))
      at(mark, () => drawAround(pen, mark, { inks, isSelected, hasLabel: hasLabels, hasValues }))
  }
  for (const one of joined) at(one, () => drawJoined(pen, one, inks))
  return joined
}

const moved = (mark: Mark, { keys, by: [dx, dy] }: NonNullable<LampScene['dragged']>): Mark =>
  keys.has(mark.key) ? { ...mark, x: mark.x + dx, y: mark.y + dy } : mark
