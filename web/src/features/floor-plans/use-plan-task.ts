import { type KeyboardEvent, useState } from 'react'
import type { Spot } from './draft.ts'

/** The purpose of presses on a plan during a task other than placing lamps. */
export type TaskKind = 'scale' | 'align' | 'room'

/** How a room's points define its corners: two opposite ones, or one after the other. */
export type RoomShape = 'rectangle' | 'polygon'
const maxSpots: Readonly<Record<TaskKind | 'polygon', number>> = { scale: 2, align: 0, room: 2, polygon: 60 }

export function cornersOf(positions: readonly Spot[], shape: RoomShape): readonly Spot[] {
  const [a, b] = positions
  return shape === 'polygon' || !a || !b ? positions : [a, [b[0], a[1]], b, [a[0], b[1]]]
}

const noPositions: readonly Spot[] = []

/** A task on points of the plan, by mouse, touch or the Enter key. */
export function usePlanTask() {
  const [kind, setKind] = useState<TaskKind>()
  const [positions, setPositions] = useState<readonly Spot[]>([])
  const [shape, setShape] = useState<RoomShape>('rectangle')
  const begin = (next: TaskKind, roomShape: RoomShape = 'rectangle') => {
    setKind(next)
    setShape(roomShape)
    setPositions([])
  }
  const maxPositions = kind ? maxSpots[shape === 'polygon' ? shape : kind] : 0
  const end = () => {
    setKind(undefined)
    setPositions([])
  }
  const tap = (position: Spot) => {
    // A press beyond the last point starts over, which is how to correct a point.
    if (kind) setPositions((previous) => (previous.length < maxPositions ? [...previous, position] : [position]))
  }
  const back = () => setPositions((previous) => previous.slice(0, -1))
  /** True when the task handled the key. */
  const onKey = ({ key }: KeyboardEvent, centre: Spot): boolean => {
    if (!kind) return false
    if (key === 'Enter') tap(centre)
    else if (key === 'Backspace' || key === 'Delete') back()
    else if (key === 'Escape') end()
    else return false
    return true
  }
  return {
    kind,
    spots: positions,
    shape,
    outline: kind === 'room' ? cornersOf(positions, shape) : noPositions,
    begin,
    end,
    tap,
    back,
    onKey,
  }
}
export type PlanTask = ReturnType<typeof usePlanTask>
