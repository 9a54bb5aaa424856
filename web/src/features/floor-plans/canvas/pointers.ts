import type { Spot } from '../draft.ts'

/** A position within the box, in pixels. */
export type Point = { x: number; y: number }

export type PointerHandlers = {
  down(at: Point): void
  move(at: Point, by: Spot): void
  up(at: Point, how: { moved: boolean; more: boolean }): void
  /** A second finger touched, or the system cancelled the first. */
  cancel(): void
  zoom(at: Point, factor: number): void
}

/** Movement in pixels that does not count as a drag. */
const isJitter = 4

/** Handles a pointer that presses or drags, two that pinch, and the wheel. Returns a function that stops it. */
export function followPointers(box: HTMLElement, work: PointerHandlers): () => void {
  const down = new Map<number, Point>()
  let begun: Point | null = null
  let moved = false
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
      begun = null
      work.cancel()
      return
    }
    begun = pointOf(event)
    moved = false
    work.down(begun)
  }
  const pinch = (event: PointerEvent, at: Point) => {
    const before = spread()
    down.set(event.pointerId, at)
    const after = spread()
    if (!before || !after || before.width === 0) return
    work.move(at, [after.x - before.x, after.y - before.y])
    work.zoom(after, after.width / before.width)
  }
  const onMove = (event: PointerEvent) => {
    const last = down.get(event.pointerId)
    if (!last) return
    const at = pointOf(event)
    if (down.size > 1) {
      pinch(event, at)
      return
    }
    if (!begun) return
    if (!moved && Math.hypot(at.x - begun.x, at.y - begun.y) <= isJitter) return
    const from = moved ? last : begun
    moved = true
    down.set(event.pointerId, at)
    work.move(at, [at.x - from.x, at.y - from.y])
  }
  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId) || !begun) return
    begun = null
    work.up(pointOf(event), { moved, more: event.shiftKey || event.ctrlKey || event.metaKey })
  }
  const onCancel = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return
    begun = null
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
