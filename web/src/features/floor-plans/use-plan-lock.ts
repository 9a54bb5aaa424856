import { floorPlanLockS } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useEffect } from 'react'
import { write } from '../../shared/api/channel.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** Tells others that this person edits the plan while it is unlocked here. A failed message does not block the work. */
export function usePlanLock(planId: string, isBeingEdited: boolean): void {
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
