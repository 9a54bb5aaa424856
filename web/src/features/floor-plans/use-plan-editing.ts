import { type KeyboardEvent, useState } from 'react'
import { clampToPlan, type Places, placeInRow, type Spot, type Step } from './draft.ts'
import type { PlanDraft } from './use-plan-draft.ts'

/** Effect of the next press on the plan: selects, places the selection, or sets the begin or end of a row. */
export type Tool = 'select' | 'place' | { line: Spot | null }

/** Fraction of the longer side by which an arrow key moves a lamp; ten times as much with Shift. */
const arrowPart = 0.002
const arrows: Readonly<Record<string, Spot>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type EditingParts = {
  draft: PlanDraft
  places: Places
  size: { width: number; height: number }
  isEditing: boolean
}

/** Editing of an unlocked plan's lamps by mouse, touch and keys; each action is one undoable step. */
export function usePlanEditing({ draft, places, size, isEditing }: EditingParts) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** Lamps of the list chosen for placing. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [tool, setTool] = useState<Tool>('select')
  const longSide = Math.max(size.width, size.height)

  const putDevices = (placements: readonly (readonly [string, Spot])[]) => {
    draft.step(placements.map(([key, at]) => [key, places.get(key) ?? null, clampToPlan(at)]))
    setSelected(new Set(placements.map(([key]) => key)))
    setChosen(new Set())
    setTool('select')
  }
  const keys = () => [...(chosen.size > 0 ? chosen : selected)]
  /** Several lamps placed by one press are set side by side. */
  const placeAt = ([x, y]: Spot) =>
    putDevices(keys().map((key, at) => [key, [x + (at * longSide * 0.02) / size.width, y]]))

  const tap = (position: Spot) => {
    if (!isEditing) return
    if (tool === 'place' || (tool === 'select' && chosen.size > 0)) placeAt(position)
    else if (typeof tool === 'object') {
      if (tool.line) putDevices(placeInRow(keys(), tool.line, position))
      else setTool({ line: position })
    } else setSelected(new Set())
  }
  const pick = (key: string, isAdditive: boolean) => {
    setSelected((previous) => {
      if (!isAdditive) return new Set([key])
      const next = new Set(previous)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }
  const removeSelected = () => {
    draft.step([...selected].map((key) => [key, places.get(key) ?? null, null]))
    setSelected(new Set())
  }
  const moveBy = ([dx, dy]: Spot, times: number) => {
    const distance = longSide * arrowPart * times
    const step: Step = [...selected].flatMap((key) => {
      const at = places.get(key)
      return at
        ? [
            [
              key,
              at,
              clampToPlan([at[0] + (dx * distance) / size.width, at[1] + (dy * distance) / size.height]),
            ] as const,
          ]
        : []
    })
    draft.step(step)
  }
  const stepByKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'z' && !shiftKey) draft.undo?.()
    else if (['y', 'z', 'Z'].includes(key)) draft.redo?.()
    else return false
    return true
  }
  const changeByKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const direction = arrows[key]
    if (direction) moveBy(direction, shiftKey ? 10 : 1)
    else if (key === 'Delete' || key === 'Backspace') removeSelected()
    else return false
    return true
  }
  /** True when the key was handled. */
  const onKey = (event: KeyboardEvent, centre: Spot): boolean => {
    if (!isEditing) return false
    if (event.ctrlKey || event.metaKey) return stepByKey(event)
    if (selected.size > 0 && changeByKey(event)) return true
    if (event.key === 'Enter' && chosen.size > 0) placeAt(centre)
    else if (event.key === 'Escape') {
      setTool('select')
      setSelected(new Set())
    } else return false
    return true
  }
  return {
    selected,
    setSelected,
    chosen,
    setChosen,
    tool,
    setTool,
    tap,
    pick,
    placeAt,
    put: putDevices,
    takeOff: removeSelected,
    onKey,
  }
}
export type PlanEditing = ReturnType<typeof usePlanEditing>
