import { type FloorPlan, floorPlanLockS } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { write } from '../../shared/api/use-action.ts'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import type { PlanHandle } from './canvas/PlanCanvas.tsx'
import type { Spot } from './draft.ts'
import { parseDeviceKey } from './placeable.ts'
import { usePlanAreas } from './use-plan-areas.ts'
import type { PlanDevices } from './use-plan-devices.ts'
import { usePlanDraft } from './use-plan-draft.ts'
import { usePlanEditing } from './use-plan-editing.ts'
import { useDrawingPicture } from './use-plan-picture.ts'
import { usePlanReach } from './use-plan-reach.ts'
import { usePlanTask } from './use-plan-task.ts'

/**
 * Reports this person's editing to others while the plan is unlocked here. A failed message does not block the work.
 */
function usePlanLock(planId: string, isBeingEdited: boolean): void {
  const { plantId } = useCurrentPlant()
  useEffect(() => {
    if (!isBeingEdited) return
    const holdLock = (isEditing: boolean) =>
      void write('holdFloorPlan', { plantId, planId, editing: isEditing }).catch(() => undefined)
    holdLock(true)
    const timer = setInterval(() => holdLock(true), (floorPlanLockS * 1_000) / 3)
    return () => {
      clearInterval(timer)
      holdLock(false)
    }
  }, [plantId, planId, isBeingEdited])
}

/** The lamp or unit open next to the plan: at most one, with the same search params as in the lists. */
function usePlanDetail() {
  const lamp = useOpenDetail('lamp', 'unit')
  const unit = useOpenDetail('unit', 'lamp')
  const { key, close } = unit.key ? unit : lamp
  return {
    key,
    open: (next: string) => (parseDeviceKey(next).addr === null ? unit : lamp).open(next),
    close,
  }
}

const planCenter: Spot = [0.5, 0.5]

/** Everything on an open plan: viewing devices, changing their places, and tasks on points. */
export function usePlanWorkspace(plan: FloorPlan, devices: PlanDevices) {
  const blockedReason = useWhyNotAllowed()
  const detail = usePlanDetail()
  const picture = useDrawingPicture(plan.drawing, plan.id)
  const saved = devices.savedOf(plan.id)
  const draft = usePlanDraft(plan, saved)
  const [unlocked, setUnlocked] = useState(false)
  const isEditing = unlocked && blockedReason === undefined
  const size = plan.drawing.picture ?? { width: 1, height: 1 }
  // An earlier draft is shown only while the person edits; otherwise the saved places are shown.
  const places = isEditing ? draft.places : saved.places
  const planEditing = usePlanEditing({ draft, places, size, isEditing })
  const task = usePlanTask()
  const planAreas = usePlanAreas(plan.id)
  const areas = task.outline.length < 3 ? planAreas : [...planAreas, { key: '', name: '', outline: task.outline }]
  const handle = useRef<PlanHandle>(null)
  usePlanLock(plan.id, isEditing)
  const selected = isEditing ? planEditing.selected : new Set(detail.key ? [detail.key] : [])
  const reach = usePlanReach({ plan, places, devices, selected })
  useCenterOnDevice(detail.key, () => detail.key && places.get(detail.key), handle, picture.data !== undefined)
  const open = (key: string) => (isEditing ? planEditing.setSelected(new Set([key])) : detail.open(key))
  const positionAt = (client?: { x: number; y: number }) => handle.current?.spotAt(client) ?? planCenter
  return {
    blockedReason,
    detail,
    picture,
    draft,
    isEditing,
    setUnlocked,
    places,
    editing: planEditing,
    task,
    areas,
    handle,
    selected,
    reach,
    spotAt: positionAt,
    /** Shows a device chosen outside the plan. */
    show: (key: string) => {
      const at = places.get(key)
      if (at) handle.current?.centre(at)
      open(key)
    },
    pick: (key: string | null, isAdditive: boolean) => {
      if (key === null) return
      if (isEditing) planEditing.pick(key, isAdditive)
      else detail.open(key)
    },
    tap: (position: Spot) => {
      if (task.kind) task.tap(position)
      else if (isEditing) planEditing.tap(position)
      else if (detail.key) detail.close()
    },
    onKey: (event: KeyboardEvent) =>
      task.kind ? task.onKey(event, positionAt()) : planEditing.onKey(event, positionAt()),
  }
}
export type PlanWorkspace = ReturnType<typeof usePlanWorkspace>

/** Centers the device in the address, once the plan is loaded. */
function useCenterOnDevice(
  key: string | undefined,
  findPosition: () => Spot | '' | undefined,
  handle: RefObject<PlanHandle | null>,
  isReady: boolean,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const at = findPosition()
    if (!isReady || !key || !at || shown.current === key) return
    // A device pressed on the plan is visible already; only an external address moves the view.
    if (shown.current === undefined) handle.current?.centre(at)
    shown.current = key
  })
}
