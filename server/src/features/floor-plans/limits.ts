import { floorPlanLimits } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { Work } from '../../kernel/work.ts'
import { findTier } from '../plants/index.ts'
import { countFloorPlans } from './floor-plans.store.ts'

/** Refuses if the plant has the maximum of floor plans. */
export const checkPlanLimit = async (
  work: Work<'MAPS_LIMIT_EXCEEDED' | 'FLOOR_PLAN_LIMIT'>,
  plantId: string,
): Promise<void> => {
  const plans = await countFloorPlans(work.tx, plantId)
  const isBasic = (await findTier(work.tx, plantId, work.now)) === 'basic'
  if (isBasic && plans >= floorPlanLimits.basic) work.fail('MAPS_LIMIT_EXCEEDED', { limit: floorPlanLimits.basic })
  if (plans >= floorPlanLimits.perPlant) work.fail('FLOOR_PLAN_LIMIT', { limit: floorPlanLimits.perPlant })
}
