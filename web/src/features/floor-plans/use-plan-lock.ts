import { floorPlanLockS } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useEffect } from 'react'
import { write } from '../../shared/api/channel.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** Tells the others, for as long as the plan is unlocked here, who edits it. That it could not be told keeps nobody from working. */
export function usePlanLock(planId: string, editing: boolean): void {
  const { plantId } = useCurrentPlant()
  useEffect(() => {
    if (!editing) return
    const tell = (isEditing: boolean) =>
      void write('holdFloorPlan', { plantId, planId, editing: isEditing }).catch(() => undefined)
    tell(true)
    const timer = setInterval(() => tell(true), (floorPlanLockS * 1_000) / 3)
    return () => {
      clearInterval(timer)
      tell(false)
    }
  }, [plantId, planId, editing])
}
