import { type KeyboardEvent, useState } from 'react'
import type { Spot } from './draft.ts'

/** What presses on a plan are for while something other than its lamps is worked on. */
export type TaskKind = 'scale' | 'align'

/** Points that a task takes at most. */
const mostSpots: Readonly<Record<TaskKind, number>> = { scale: 2, align: 0 }

/** A task that takes points of the plan, by mouse, finger or the Enter key. */
export function usePlanTask() {
  const [kind, setKind] = useState<TaskKind>()
  const [spots, setSpots] = useState<readonly Spot[]>([])
  const begin = (next: TaskKind) => {
    setKind(next)
    setSpots([])
  }
  const end = () => {
    setKind(undefined)
    setSpots([])
  }
  const tap = (spot: Spot) => {
    // One point too many begins anew: that is how a wrong one is set right.
    if (kind) setSpots((before) => (before.length < mostSpots[kind] ? [...before, spot] : [spot]))
  }
  const back = () => setSpots((before) => before.slice(0, -1))
  /** True where the key was the task's. */
  const onKey = ({ key }: KeyboardEvent, middle: Spot): boolean => {
    if (!kind) return false
    if (key === 'Enter') tap(middle)
    else if (key === 'Backspace' || key === 'Delete') back()
    else if (key === 'Escape') end()
    else return false
    return true
  }
  return { kind, spots, begin, end, tap, back, onKey }
}
export type PlanTask = ReturnType<typeof usePlanTask>
