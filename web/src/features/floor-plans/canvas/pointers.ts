import type { Spot } from '../draft.ts'

/** A position within the box, in pixels. */
export type Point = { x: number; y: number }

export type PointerHandlers = {
  down(at: Point): void
  move(at: Point, offset: Spot): void
  up(at: Point, gesture: { moved: boolean; more: boolean }): void
  /** A second finger touched, or the system cancelled the first. */
  cancel(): void
  zoom(at: Point, factor: number): void
}

/** Movement in pixels below a drag. */
const isJitter = 4

/** Handles a pressing or dragging pointer, two pinching ones, and the wheel. Returns a function to stop it. */
export function followPointers(box: HTMLElement, work: PointerHandlers): () => void {
  const down = new Map<number, Point>()
  let pressPoint: Point | null = null
  let hasMoved = false
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const edge = box.getBoundingClientRect()
    return { x: clientX - edge.left, y: clientY - edge.top }
  }
  const spread = () => {
    const [a, b] = [...down.values()]
    return a && b ? { width: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null
  }
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    box.setPointerCapture(event.pointerId)
    down.set(event.pointerId, pointOf(event))
    if (down.size > 1) {
      pressPoint = null
      work.cancel()
      return
    }
    pressPoint = pointOf(event)
    hasMoved = false
    work.down(pressPoint)
  }
  const pinch = (event: PointerEvent, at: Point) => {
    const previousSpread = spread()
    down.set(event.pointerId, at)
    const after = spread()
    if (!previousSpread || !after || previousSpread.width === 0) return
    work.move(at, [after.x - previousSpread.x, after.y - previousSpread.y])
    work.zoom(after, after.width / previousSpread.width)
  }
  const onMove = (event: PointerEvent) => {
    const last = down.get(event.pointerId)
    if (!last) return
    const at = pointOf(event)
    if (down.size > 1) {
      pinch(event, at)
      return
    }
    if (!pressPoint) return
    if (!hasMoved && Math.hypot(at.x - pressPoint.x, at.y - pressPoint.y) <= isJitter) return
    const start = hasMoved ? last : pressPoint
    hasMoved = true
    down.set(event.pointerId, at)
    work.move(at, [at.x - start.x, at.y - start.y])
  }
  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId) || !pressPoint) return
    pressPoint = null
    work.up(pointOf(event), { moved: hasMoved, more: event.shiftKey || event.ctrlKey || event.metaKey })
  }
  const onCancel = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return
    pressPoint = null
    work.cancel()
  }
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    work.zoom(pointOf(event), Math.exp(-event.deltaY / 400))
  }
  box.addEventListener('pointerdown', onDown)
  box.addEventListener('pointermove', onMove)
  box.addEventListener('pointerup', onUp)
  box.addEventListener('pointercancel', onCancel)
  box.addEventListener('wheel', onWheel, { passive: false })
  return () => {
    box.removeEventListener('pointerdown', onDown)
    box.removeEventListener('pointermove', onMove)
    box.removeEventListener('pointerup', onUp)
    box.removeEventListener('pointercancel', onCancel)
    box.removeEventListener('wheel', onWheel)
  }
}
