import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useWhyNotAllowed } from '../central-units/index.ts'
import type { PlanHandle } from './canvas/PlanCanvas.tsx'
import type { Spot } from './draft.ts'
import { usePlanAreas } from './use-plan-areas.ts'
import { usePlanDetail } from './use-plan-detail.ts'
import type { PlanDevices } from './use-plan-devices.ts'
import { usePlanDraft } from './use-plan-draft.ts'
import { usePlanEditing } from './use-plan-editing.ts'
import { usePlanLock } from './use-plan-lock.ts'
import { useDrawingPicture } from './use-plan-picture.ts'
import { usePlanReach } from './use-plan-reach.ts'
import { usePlanTask } from './use-plan-task.ts'

const planCenter: Spot = [0.5, 0.5]

/** Everything on an open plan: viewing devices, changing their places, and tasks that take points. */
export function usePlanWorkspace(plan: FloorPlan, devices: PlanDevices) {
  const because = useWhyNotAllowed()
  const detail = usePlanDetail()
  const picture = useDrawingPicture(plan.drawing, plan.id)
  const saved = devices.savedOf(plan.id)
  const draft = usePlanDraft(plan, saved)
  const [unlocked, setUnlocked] = useState(false)
  const isEditing = unlocked && because === undefined
  const size = plan.drawing.picture ?? { width: 1, height: 1 }
  // An earlier draft is shown only while the person edits; otherwise the saved places are shown.
  const places = isEditing ? draft.places : saved.places
  const editing = usePlanEditing({ draft, places, size, isEditing })
  const task = usePlanTask()
  const drawn = usePlanAreas(plan.id)
  const areas = task.outline.length < 3 ? drawn : [...drawn, { key: '', name: '', outline: task.outline }]
  const handle = useRef<PlanHandle>(null)
  usePlanLock(plan.id, isEditing)
  const selected = isEditing ? editing.selected : new Set(detail.key ? [detail.key] : [])
  const reach = usePlanReach({ plan, places, devices, selected })
  useCenterOnDevice(detail.key, () => detail.key && places.get(detail.key), handle, picture.data !== undefined)
  const open = (key: string) => (isEditing ? editing.setSelected(new Set([key])) : detail.open(key))
  const spotAt = (client?: { x: number; y: number }) => handle.current?.spotAt(client) ?? planCenter
  return {
    because,
    detail,
    picture,
    draft,
    isEditing,
    setUnlocked,
    places,
    editing,
    task,
    areas,
    handle,
    selected,
    reach,
    spotAt,
    /** Shows a device that was chosen outside the plan. */
    show: (key: string) => {
      const at = places.get(key)
      if (at) handle.current?.centre(at)
      open(key)
    },
    pick: (key: string | null, more: boolean) => {
      if (key === null) return
      if (isEditing) editing.pick(key, more)
      else detail.open(key)
    },
    tap: (spot: Spot) => {
      if (task.kind) task.tap(spot)
      else if (isEditing) editing.tap(spot)
      else if (detail.key) detail.close()
    },
    onKey: (event: KeyboardEvent) => (task.kind ? task.onKey(event, spotAt()) : editing.onKey(event, spotAt())),
  }
}
export type PlanWorkspace = ReturnType<typeof usePlanWorkspace>

/** Centers the device in the address, once the plan is loaded. */
function useCenterOnDevice(
  key: string | undefined,
  spot: () => Spot | '' | undefined,
  handle: RefObject<PlanHandle | null>,
  isReady: boolean,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const at = spot()
    if (!isReady || !key || !at || shown.current === key) return
    // A device pressed on the plan is visible already; only an external address moves the view.
    if (shown.current === undefined) handle.current?.centre(at)
    shown.current = key
  })
}
