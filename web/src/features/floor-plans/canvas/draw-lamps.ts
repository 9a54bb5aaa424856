import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import { clusterMarks, type MarkCluster } from './cluster-marks.ts'
import { drawSurroundings, type Inks, type Mark } from './draw-marks.ts'
import type { MarkPictures } from './mark-pictures.ts'
import type { Point } from './pointers.ts'

export type LampScene = {
  marks: readonly Mark[]
  selected: ReadonlySet<string>
  hasLabels: boolean
  /** Marks that lie on each other are drawn as one. */
  joins: boolean
  /** How large the screen is, in its pixels. */
  screen: DrawingSize
  /** Pixels of the device for one of the screen. */
  ratio: number
  /** Where the plan begins on the screen. */
  origin: Point
  screenOf: (place: Pick<Mark, 'x' | 'y'>) => Point
  pictures: MarkPictures
  inks: Inks
}

/** Pixels beyond the edge of the screen at which a mark still reaches into it. */
const beyond = 40

/** Draws the lamps that are in sight on the pixels of the screen, as large at every zoom; gives those that it has joined. */
export function drawLamps(pen: CanvasRenderingContext2D, scene: LampScene): readonly MarkCluster[] {
  const { marks, selected, hasLabels, joins, screen, ratio, origin, screenOf, pictures, inks } = scene
  const inSight = marks.filter((mark) => {
    const { x, y } = screenOf(mark)
    return x > -beyond && y > -beyond && x < screen.width + beyond && y < screen.height + beyond
  })
  // By where they are on the plan, so that the same are joined while it is moved.
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
  // On whole pixels of the device a picture stays as sharp as it was drawn.
  const whole = (pixel: number) => Math.round(pixel * ratio) / ratio
  const put = (place: Pick<Mark, 'x' | 'y'>, picture: HTMLCanvasElement) => {
    const { x, y } = screenOf(place)
    const [width, height] = [picture.width / ratio, picture.height / ratio]
    pen.drawImage(picture, whole(x - width / 2), whole(y - height / 2), width, height)
  }
  // Where marks lie on each other, what is written beneath them would too.
  const hasValues = joined.length === 0
  const drawOne = (mark: Mark) => {
    put(mark, pictures.ofMark(mark, inks))
    const isSelected = selected.has(mark.key)
    if (isSelected || hasLabels || (hasValues && mark.value))
      at(mark, () => drawSurroundings(pen, mark, { inks, isSelected, hasLabel: hasLabels, hasValues }))
  }
  for (const mark of single) if (!selected.has(mark.key)) drawOne(mark)
  for (const one of joined) put(one, pictures.ofJoined(one, inks))
  // Nothing lies on what is selected.
  for (const mark of single) if (selected.has(mark.key)) drawOne(mark)
  return joined
}
