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

/** A plan on the screen: its drawing, one shape for all marks, and pointer handling. Sizes are in pixels of the drawing. */
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

  constructor(box: HTMLDivElement, events: StageEvents, inks: Inks) {
    this.box = box
    this.events = events
    this.inks = inks
    this.stage = new Konva.Stage({ container: box, width: box.clientWidth, height: box.clientHeight })
    this.ground = drawnLayer(
      (pen) => this.picture && drawBackground(pen, this.picture, this.size, this.stage.scaleX() * this.ratio),
    )
    // A layer of its own, because erasing parts of the reach must not erase the drawing.
    this.between = drawnLayer((pen) => this.view.reach && drawReach(pen, this.view.reach, this.size, this.inks))
    this.top = drawnLayer((pen) => this.draw(pen))
    // During a drag, lamps that stay are not redrawn.
    this.moving = drawnLayer((pen) => this.drawMoving(pen))
    this.ratio = this.top.getCanvas().getPixelRatio()
    this.pictures = openMarkPictures(this.ratio)
    this.stage.add(this.ground, this.between, this.top, this.moving)
    this.drawDrag()
    this.stopFollowing = followPointers(box, {
      down: (at) => this.down(at),
      move: (at, by) => this.move(at, by),
      up: (at, { moved, more }) => this.up(at, moved, more),
      cancel: () => this.cancelDrag(),
      zoom: (at, factor) => this.zoomAt(at, factor),
    })
  }

  setPicture(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): void {
    const isFirst = this.picture === null || this.size.width !== width || this.size.height !== height
    this.size = { width, height }
    this.picture = createBackground(bitmap)
    if (isFirst) this.fit()
    else this.stage.batchDraw()
  }

  show(view: StageView, inks: Inks): void {
    this.view = view
    this.inks = inks
    this.between.visible(view.reach !== null)
    this.between.batchDraw()
    this.drawDrag()
  }

  /** A panel next to the plan takes part of its width: the center and the zoom stay. */
  resize(): void {
    const middle = this.middle()
    this.stage.size({ width: this.box.clientWidth, height: this.box.clientHeight })
    if (this.showsAll) this.fit()
    else this.centre(middle)
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

  zoom(way: 'in' | 'out'): void {
    const middle = { x: this.stage.width() / 2, y: this.stage.height() / 2 }
    this.zoomAt(middle, way === 'in' ? zoomStep : 1 / zoomStep)
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
    const had = this.drag !== null
    this.drag = null
    this.drawDrag()
    return had
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
    const before = this.stage.scaleX()
    const fits = Math.min(this.stage.width() / this.size.width, this.stage.height() / this.size.height)
    const scale = Math.min(fits * 40, Math.max(fits / 2, before * factor))
    const by = scale / before
    this.stage.scale({ x: scale, y: scale })
    this.stage.position({ x: at.x - (at.x - this.stage.x()) * by, y: at.y - (at.y - this.stage.y()) * by })
    this.stage.batchDraw()
  }

  private screenOf({ x, y }: Pick<Mark, 'x' | 'y'>): Point {
    const scale = this.stage.scaleX()
    return { x: x * this.size.width * scale + this.stage.x(), y: y * this.size.height * scale + this.stage.y() }
  }

  /** Redraws for a drag: lamps that stay at its begin and end, moving ones with each move. */
  private drawDrag(): void {
    this.moving.visible(this.drag !== null)
    this.moving.batchDraw()
    this.top.batchDraw()
  }

  private markAt(at: Point): Mark | null {
    let best: Mark | null = null
    let reach = reachPx
    for (const mark of this.view.marks) {
      const { x, y } = this.screenOf(mark)
      const distance = Math.hypot(x - at.x, y - at.y)
      if (distance <= reach) {
        best = mark
        reach = distance
      }
    }
    return best
  }

  /** Zooms in to separate joined marks. */
  private openJoined(at: Point): boolean {
    const hit = this.joined.find((one) => {
      const { x, y } = this.screenOf(one)
      return Math.hypot(x - at.x, y - at.y) <= reachPx
    })
    if (hit) this.zoomAt(this.screenOf(hit), zoomStep ** 3)
    return hit !== undefined
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
    const before = this.drag.by
    const by: Spot = [before[0] + dx / scale / width, before[1] + dy / scale / height]
    const drag = { ...this.drag, by }
    const lines = this.view.snaps ? linesOf(drag, this.view.marks, this.size, snapPx / scale) : null
    this.drag = { ...drag, lines }
    this.moving.batchDraw()
  }

  private up(at: Point, moved: boolean, more: boolean): void {
    const drag = this.drag
    this.drag = null
    if (drag && moved) {
      const [dx, dy] = offsetOf(drag, this.size)
      const moving = this.view.marks.filter(({ key }) => drag.keys.has(key))
      this.events.onMove(moving.map(({ key, x, y }) => [key, [x, y], clampToPlan([x + dx, y + dy])]))
    } else if (!moved) {
      if (!this.view.takesSpots && this.openJoined(at)) return
      const mark = this.view.takesSpots ? null : this.markAt(at)
      if (mark) this.events.onPick(mark.key, more)
      else this.events.onTap(clampToPlan(this.partOf(at)))
    }
    this.drawDrag()
  }

  private draw(pen: CanvasRenderingContext2D): void {
    const { marks, areas, heat } = this.view
    const keys = this.drag?.keys
    drawHeat(pen, heat, this.size, this.inks.error)
    drawAreas(pen, areas, this.size, this.inks)
    this.joined = this.drawLamps(pen, keys ? marks.filter(({ key }) => !keys.has(key)) : marks)
    this.drawSpots(pen)
  }

  private drawMoving(pen: CanvasRenderingContext2D): void {
    if (!this.drag) return
    const { keys, lines } = this.drag
    const [dx, dy] = offsetOf(this.drag, this.size)
    if (lines) drawSnapLines(pen, lines, this.size, this.inks.brand)
    const moving = this.view.marks.filter(({ key }) => keys.has(key))
    this.drawLamps(
      pen,
      moving.map((mark) => ({ ...mark, x: mark.x + dx, y: mark.y + dy })),
    )
  }

  private drawLamps(pen: CanvasRenderingContext2D, marks: readonly Mark[]): readonly MarkCluster[] {
    const { selected, hasLabels, mayMove } = this.view
    pen.save()
    this.ontoScreen(pen)
    const joined = drawLamps(pen, {
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
    pen.restore()
    return joined
  }

  /** Transforms from pixels of the drawing to pixels of the screen. */
  private ontoScreen(pen: CanvasRenderingContext2D): void {
    const [scale, at] = [this.stage.scaleX(), this.stage.position()]
    pen.scale(1 / scale, 1 / scale)
    pen.translate(-at.x, -at.y)
  }

  /** Points have the same screen size at every zoom. */
  private drawSpots(pen: CanvasRenderingContext2D): void {
    const { spots, takesSpots, joinsSpots } = this.view
    if (!takesSpots) return
    const seen = ([x, y]: Spot): Spot => {
      const point = this.screenOf({ x, y })
      return [point.x, point.y]
    }
    pen.save()
    this.ontoScreen(pen)
    drawSpots(pen, spots, { seen, inks: this.inks, joins: joinsSpots })
    drawCross(pen, [this.stage.width() / 2, this.stage.height() / 2], this.inks.brand)
    pen.restore()
  }
}
