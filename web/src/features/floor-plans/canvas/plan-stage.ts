import { Konva } from 'konva/lib/_CoreInternals.js'
import { clampToPlan, type Spot } from '../draft.ts'
import type { MarkCluster } from './cluster-marks.ts'
import { type Drag, linesOf, offsetOf } from './drag.ts'
import { drawLamps } from './draw-lamps.ts'
import type { Inks, Mark } from './draw-marks.ts'
import { drawAreas, drawCross, drawHeat, drawReach, drawSnapLines, drawSpots } from './draw-overlays.ts'
import { drawnLayer } from './drawn-layer.ts'
import { openMarkPictures } from './mark-pictures.ts'
import { createBackground, drawBackground, type PlanBackground } from './plan-background.ts'
import { followPointers, type Point } from './pointers.ts'
import { nothing, type StageEvents, type StageView } from './stage-view.ts'

const padding = 24
const reachPx = 16
const snapPx = 7
const zoomStep = 1.25

/** A plan on the screen: drawing, one shape for all marks, pointer handling. Sizes in pixels of the drawing. */
export class PlanStage {
  private readonly stage
  private readonly ground
  private readonly between
  private readonly top
  private readonly moving
  private picture: PlanBackground | null = null
  private size = { width: 1, height: 1 }
  /** The view has not been moved: it shows the whole plan at any screen size. */
  private showsAll = true
  private view = nothing
  private inks: Inks
  private joined: readonly MarkCluster[] = []
  private readonly ratio
  private readonly pictures
  private drag: Drag | null = null
  private readonly stopFollowing: () => void

  private readonly box: HTMLDivElement
  private readonly events: StageEvents

  constructor(box: HTMLDivElement, events: StageEvents, colors: Inks) {
    this.box = box
    this.events = events
    this.inks = colors
    this.stage = new Konva.Stage({ container: box, width: box.clientWidth, height: box.clientHeight })
    this.ground = drawnLayer(
      (context) => this.picture && drawBackground(context, this.picture, this.size, this.stage.scaleX() * this.ratio),
    )
    // A layer of its own, because erasing parts of the reach must not erase the drawing.
    this.between = drawnLayer((context) => this.view.reach && drawReach(context, this.view.reach, this.size, this.inks))
    this.top = drawnLayer((context) => this.draw(context))
    // During a drag, unmoved lamps are not redrawn.
    this.moving = drawnLayer((context) => this.drawMoving(context))
    this.ratio = this.top.getCanvas().getPixelRatio()
    this.pictures = openMarkPictures(this.ratio)
    this.stage.add(this.ground, this.between, this.top, this.moving)
    this.drawDrag()
    this.stopFollowing = followPointers(box, {
      down: (at) => this.down(at),
      move: (at, offset) => this.move(at, offset),
      up: (at, { moved, more }) => this.up(at, moved, more),
      cancel: () => this.cancelDrag(),
      zoom: (at, factor) => this.zoomAt(at, factor),
    })
  }

  /** The size of the drawing, before its picture has come: marks are at their final places from the start. */
  setSize({ width, height }: { width: number; height: number }): void {
    if (this.picture !== null) return
    this.size = { width, height }
    this.fit()
  }

  setPicture(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): void {
    const isOther = this.size.width !== width || this.size.height !== height
    this.size = { width, height }
    this.picture = createBackground(bitmap)
    if (isOther) this.fit()
    else this.stage.batchDraw()
  }

  show(view: StageView, colors: Inks): void {
    this.view = view
    this.inks = colors
    this.between.visible(view.reach !== null)
    this.between.batchDraw()
    this.drawDrag()
  }

  /** A panel next to the plan takes part of its width: the center and the zoom stay. */
  resize(): void {
    const centre = this.middle()
    this.stage.size({ width: this.box.clientWidth, height: this.box.clientHeight })
    if (this.showsAll) this.fit()
    else this.centre(centre)
  }

  fit(): void {
    this.showsAll = true
    const { width, height } = this.size
    const scale = Math.min((this.stage.width() - 2 * padding) / width, (this.stage.height() - 2 * padding) / height)
    this.stage.scale({ x: scale, y: scale })
    this.stage.position({
      x: (this.stage.width() - width * scale) / 2,
      y: (this.stage.height() - height * scale) / 2,
    })
    this.stage.batchDraw()
  }

  zoom(direction: 'in' | 'out'): void {
    const centre = { x: this.stage.width() / 2, y: this.stage.height() / 2 }
    this.zoomAt(centre, direction === 'in' ? zoomStep : 1 / zoomStep)
  }

  panBy(x: number, y: number): void {
    this.showsAll = false
    const at = this.stage.position()
    this.stage.position({ x: at.x + x, y: at.y + y })
    this.stage.batchDraw()
  }

  /** Centers a spot on the screen. */
  centre([x, y]: Spot): void {
    this.showsAll = false
    const scale = this.stage.scaleX()
    this.stage.position({
      x: this.stage.width() / 2 - x * this.size.width * scale,
      y: this.stage.height() / 2 - y * this.size.height * scale,
    })
    this.stage.batchDraw()
  }

  /** The spot in the center of the screen, or at a position in the window. */
  spotAt(client?: { x: number; y: number }): Spot {
    const edge = this.box.getBoundingClientRect()
    return clampToPlan(client ? this.partOf({ x: client.x - edge.left, y: client.y - edge.top }) : this.middle())
  }

  /** Cancels a running drag; returns whether there was one. */
  cancelDrag(): boolean {
    const hadDrag = this.drag !== null
    this.drag = null
    this.drawDrag()
    return hadDrag
  }

  destroy(): void {
    this.stopFollowing()
    this.stage.destroy()
  }

  private middle(): Spot {
    return this.partOf({ x: this.stage.width() / 2, y: this.stage.height() / 2 })
  }

  private partOf({ x, y }: Point): Spot {
    const scale = this.stage.scaleX()
    return [(x - this.stage.x()) / scale / this.size.width, (y - this.stage.y()) / scale / this.size.height]
  }

  private zoomAt(at: Point, factor: number): void {
    this.showsAll = false
    const previousScale = this.stage.scaleX()
    const fitScale = Math.min(this.stage.width() / this.size.width, this.stage.height() / this.size.height)
    const scale = Math.min(fitScale * 40, Math.max(fitScale / 2, previousScale * factor))
    const scaleRatio = scale / previousScale
    this.stage.scale({ x: scale, y: scale })
    this.stage.position({
      x: at.x - (at.x - this.stage.x()) * scaleRatio,
      y: at.y - (at.y - this.stage.y()) * scaleRatio,
    })
    this.stage.batchDraw()
  }

  private screenOf({ x, y }: Pick<Mark, 'x' | 'y'>): Point {
    const scale = this.stage.scaleX()
    return { x: x * this.size.width * scale + this.stage.x(), y: y * this.size.height * scale + this.stage.y() }
  }

  /** Redraws for a drag: unmoved lamps at its begin and end, moving ones with each move. */
  private drawDrag(): void {
    this.moving.visible(this.drag !== null)
    this.moving.batchDraw()
    this.top.batchDraw()
  }

  private markAt(at: Point): Mark | null {
    let nearestMark: Mark | null = null
    let nearestDistance = reachPx
    for (const mark of this.view.marks) {
      const { x, y } = this.screenOf(mark)
      const distance = Math.hypot(x - at.x, y - at.y)
      if (distance <= nearestDistance) {
        nearestMark = mark
        nearestDistance = distance
      }
    }
    return nearestMark
  }

  /** Zooms in to separate joined marks. */
  private openJoined(at: Point): boolean {
    const cluster = this.joined.find((candidate) => {
      const { x, y } = this.screenOf(candidate)
      return Math.hypot(x - at.x, y - at.y) <= reachPx
    })
    if (cluster) this.zoomAt(this.screenOf(cluster), zoomStep ** 3)
    return cluster !== undefined
  }

  private down(at: Point): void {
    const mark = this.view.mayMove ? this.markAt(at) : null
    if (!mark) return
    const keys = this.view.selected.has(mark.key) ? this.view.selected : new Set([mark.key])
    this.drag = { keys, from: [mark.x, mark.y], by: [0, 0], lines: null }
    this.drawDrag()
  }

  private move(_at: Point, [dx, dy]: Spot): void {
    if (!this.drag) {
      this.panBy(dx, dy)
      return
    }
    const scale = this.stage.scaleX()
    const { width, height } = this.size
    const previousOffset = this.drag.by
    const offset: Spot = [previousOffset[0] + dx / scale / width, previousOffset[1] + dy / scale / height]
    const drag = { ...this.drag, by: offset }
    const lines = this.view.snaps ? linesOf(drag, this.view.marks, this.size, snapPx / scale) : null
    this.drag = { ...drag, lines }
    this.moving.batchDraw()
  }

  private up(at: Point, hasMoved: boolean, isAdditive: boolean): void {
    const drag = this.drag
    this.drag = null
    if (drag && hasMoved) {
      const [dx, dy] = offsetOf(drag, this.size)
      const movingMarks = this.view.marks.filter(({ key }) => drag.keys.has(key))
      this.events.onMove(movingMarks.map(({ key, x, y }) => [key, [x, y], clampToPlan([x + dx, y + dy])]))
    } else if (!hasMoved) {
      if (!this.view.takesSpots && this.openJoined(at)) return
      const mark = this.view.takesSpots ? null : this.markAt(at)
      if (mark) this.events.onPick(mark.key, isAdditive)
      else this.events.onTap(clampToPlan(this.partOf(at)))
    }
    this.drawDrag()
  }

  private draw(context: CanvasRenderingContext2D): void {
    const { marks, areas, heat } = this.view
    const keys = this.drag?.keys
    drawHeat(context, heat, this.size, this.inks.error)
    drawAreas(context, areas, this.size, this.inks)
    this.joined = this.drawLamps(context, keys ? marks.filter(({ key }) => !keys.has(key)) : marks)
    this.drawSpots(context)
  }

  private drawMoving(context: CanvasRenderingContext2D): void {
    if (!this.drag) return
    const { keys, lines } = this.drag
    const [dx, dy] = offsetOf(this.drag, this.size)
    if (lines) drawSnapLines(context, lines, this.size, this.inks.brand)
    const movingMarks = this.view.marks.filter(({ key }) => keys.has(key))
    this.drawLamps(
      context,
      movingMarks.map((mark) => ({ ...mark, x: mark.x + dx, y: mark.y + dy })),
    )
  }

  private drawLamps(context: CanvasRenderingContext2D, marks: readonly Mark[]): readonly MarkCluster[] {
    const { selected, hasLabels, mayMove } = this.view
    context.save()
    this.ontoScreen(context)
    const clusters = drawLamps(context, {
      marks,
      selected,
      hasLabels,
      inks: this.inks,
      pictures: this.pictures,
      ratio: this.ratio,
      // Someone who moves lamps must be able to grab each of them.
      joins: !mayMove,
      screen: { width: this.stage.width(), height: this.stage.height() },
      origin: this.stage.position(),
      screenOf: (place) => this.screenOf(place),
    })
    context.restore()
    return clusters
  }

  /** Transforms from pixels of the drawing to pixels of the screen. */
  private ontoScreen(context: CanvasRenderingContext2D): void {
    const [scale, at] = [this.stage.scaleX(), this.stage.position()]
    context.scale(1 / scale, 1 / scale)
    context.translate(-at.x, -at.y)
  }

  /** Points have the same screen size at every zoom. */
  private drawSpots(context: CanvasRenderingContext2D): void {
    const { spots: positions, takesSpots, joinsSpots } = this.view
    if (!takesSpots) return
    const toScreen = ([x, y]: Spot): Spot => {
      const point = this.screenOf({ x, y })
      return [point.x, point.y]
    }
    context.save()
    this.ontoScreen(context)
    drawSpots(context, positions, { seen: toScreen, inks: this.inks, joins: joinsSpots })
    drawCross(context, [this.stage.width() / 2, this.stage.height() / 2], this.inks.brand)
    context.restore()
  }
}
