import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import { clusterMarks, type MarkCluster } from './cluster-marks.ts'
import { drawSurroundings, type Inks, type Mark } from './draw-marks.ts'
import type { MarkPictures } from './mark-pictures.ts'
import type { Point } from './pointers.ts'

export type LampScene = {
  marks: readonly Mark[]
  selected: ReadonlySet<string>
  hasLabels: boolean
  /** Overlapping marks are joined. */
  joins: boolean
  /** Screen size in CSS pixels. */
  screen: DrawingSize
  /** Device pixels per CSS pixel. */
  ratio: number
  /** The plan's origin on the screen. */
  origin: Point
  screenOf: (place: Pick<Mark, 'x' | 'y'>) => Point
  pictures: MarkPictures
  inks: Inks
}

/** Pixels outside the screen within which a mark is still partly visible. */
const beyond = 40

/** Draws the visible lamps at a constant screen size for every zoom; returns the joined ones. */
export function drawLamps(pen: CanvasRenderingContext2D, scene: LampScene): readonly MarkCluster[] {
  const { marks, selected, hasLabels, joins, screen, ratio, origin, screenOf, pictures, inks } = scene
  const inSight = marks.filter((mark) => {
    const { x, y } = screenOf(mark)
    return x > -beyond && y > -beyond && x < screen.width + beyond && y < screen.height + beyond
  })
  // Cells are fixed to the plan, so that the same marks stay joined while it is panned.
  const onPlan = (mark: Mark): Point => {
    const { x, y } = screenOf(mark)
    return { x: x - origin.x, y: y - origin.y }
  }
  const { single, joined } = joins ? clusterMarks(inSight, onPlan, selected) : { single: inSight, joined: [] }
  const at = (place: Pick<Mark, 'x' | 'y'>, work: () => void) => {
    const { x, y } = screenOf(place)
    pen.save()
    pen.translate(x, y)
    work()
    pen.restore()
  }
  // A picture on whole device pixels stays sharp.
  const whole = (pixel: number) => Math.round(pixel * ratio) / ratio
  const put = (place: Pick<Mark, 'x' | 'y'>, picture: HTMLCanvasElement) => {
    const { x, y } = screenOf(place)
    const [width, height] = [picture.width / ratio, picture.height / ratio]
    pen.drawImage(picture, whole(x - width / 2), whole(y - height / 2), width, height)
  }
  // Values below overlapping marks would overlap as well.
  const hasValues = joined.length === 0
  const drawOne = (mark: Mark) => {
    put(mark, pictures.ofMark(mark, inks))
    const isSelected = selected.has(mark.key)
    if (isSelected || hasLabels || (hasValues && mark.value))
      at(mark, () => drawSurroundings(pen, mark, { inks, isSelected, hasLabel: hasLabels, hasValues }))
  }
  for (const mark of single) if (!selected.has(mark.key)) drawOne(mark)
  for (const one of joined) put(one, pictures.ofJoined(one, inks))
  // Selected marks are drawn on top.
  for (const mark of single) if (selected.has(mark.key)) drawOne(mark)
  return joined
}
