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
const viewMargin = 40

/** Share of the size of a single mark between joined ones: 16 instead of 24 pixels. */
const crowdedScale = 2 / 3

/** Draws the visible lamps, smaller where they are crowded; returns the joined ones. */
export function drawLamps(context: CanvasRenderingContext2D, scene: LampScene): readonly MarkCluster[] {
  const { marks, selected, hasLabels, joins, screen, ratio, origin, screenOf, pictures, inks: colors } = scene
  const visibleMarks = marks.filter((mark) => {
    const { x, y } = screenOf(mark)
    return x > -viewMargin && y > -viewMargin && x < screen.width + viewMargin && y < screen.height + viewMargin
  })
  // Cells are fixed to the plan: the same marks stay joined while it is panned.
  const positionOnPlan = (mark: Mark): Point => {
    const { x, y } = screenOf(mark)
    return { x: x - origin.x, y: y - origin.y }
  }
  const { single, joined } = joins
    ? clusterMarks(visibleMarks, positionOnPlan, selected)
    : { single: visibleMarks, joined: [] }
  const at = (place: Pick<Mark, 'x' | 'y'>, work: () => void) => {
    const { x, y } = screenOf(place)
    context.save()
    context.translate(x, y)
    work()
    context.restore()
  }
  // A picture on whole device pixels stays sharp.
  const toDevicePixel = (pixel: number) => Math.round(pixel * ratio) / ratio
  const putPicture = (place: Pick<Mark, 'x' | 'y'>, picture: HTMLCanvasElement, scale = 1) => {
    const { x, y } = screenOf(place)
    const [width, height] = [(scale * picture.width) / ratio, (scale * picture.height) / ratio]
    context.drawImage(picture, toDevicePixel(x - width / 2), toDevicePixel(y - height / 2), width, height)
  }
  // Values below overlapping marks would overlap as well.
  const hasValues = joined.length === 0
  const drawMark = (mark: Mark) => {
    const isSelected = selected.has(mark.key)
    putPicture(mark, pictures.ofMark(mark, colors), joined.length > 0 && !isSelected ? crowdedScale : 1)
    if (isSelected || hasLabels || (hasValues && mark.value))
      at(mark, () => drawSurroundings(context, mark, { inks: colors, isSelected, hasLabel: hasLabels, hasValues }))
  }
  for (const mark of single) if (!selected.has(mark.key)) drawMark(mark)
  for (const cluster of joined) putPicture(cluster, pictures.ofJoined(cluster, colors))
  // Selected marks are drawn on top.
  for (const mark of single) if (selected.has(mark.key)) drawMark(mark)
  return joined
}
