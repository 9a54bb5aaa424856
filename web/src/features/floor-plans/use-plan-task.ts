import { type KeyboardEvent, useState } from 'react'
import type { Spot } from './draft.ts'

/** What presses on a plan are for during a task other than placing lamps. */
export type TaskKind = 'scale' | 'align' | 'room'

/** How a room's points define its corners: two opposite ones, or one after the other. */
export type RoomShape = 'rectangle' | 'polygon'
const maxSpots: Readonly<Record<TaskKind | 'polygon', number>> = { scale: 2, align: 0, room: 2, polygon: 60 }

/** The corners of a room from the points that were set. */
export function cornersOf(spots: readonly Spot[], shape: RoomShape): readonly Spot[] {
  const [a, b] = spots
  return shape === 'polygon' || !a || !b ? spots : [a, [b[0], a[1]], b, [a[0], b[1]]]
}

const none: readonly Spot[] = []

/** A task that takes points on the plan, by mouse, touch or the Enter key. */
export function usePlanTask() {
  const [kind, setKind] = useState<TaskKind>()
  const [spots, setSpots] = useState<readonly Spot[]>([])
  const [shape, setShape] = useState<RoomShape>('rectangle')
  const begin = (next: TaskKind, as: RoomShape = 'rectangle') => {
    setKind(next)
    setShape(as)
    setSpots([])
  }
  const most = kind ? maxSpots[shape === 'polygon' ? shape : kind] : 0
  const end = () => {
    setKind(undefined)
    setSpots([])
  }
  const tap = (spot: Spot) => {
    // A press beyond the last point starts over, which is how to correct a point.
    if (kind) setSpots((before) => (before.length < most ? [...before, spot] : [spot]))
  }
  const back = () => setSpots((before) => before.slice(0, -1))
  /** True when the task handled the key. */
  const onKey = ({ key }: KeyboardEvent, middle: Spot): boolean => {
    if (!kind) return false
    if (key === 'Enter') tap(middle)
    else if (key === 'Backspace' || key === 'Delete') back()
    else if (key === 'Escape') end()
    else return false
    return true
  }
  return { kind, spots, shape, outline: kind === 'room' ? cornersOf(spots, shape) : none, begin, end, tap, back, onKey }
}
export type PlanTask = ReturnType<typeof usePlanTask>
