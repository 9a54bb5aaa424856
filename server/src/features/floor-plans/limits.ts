import { floorPlanLimits } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findTier } from '../plants/index.ts'
import { countFloorPlans } from './floor-plans.store.ts'

/** Refuses if the plant has the maximum of floor plans. */
export const checkPlanLimit = async (tx: Tx, plantId: string, now: Date): Promise<void> => {
  const plans = await countFloorPlans(tx, plantId)
  const isBasic = (await findTier(tx, plantId, now)) === 'basic'
  if (isBasic && plans >= floorPlanLimits.basic) fail('MAPS_LIMIT_EXCEEDED', { limit: floorPlanLimits.basic })
  if (plans >= floorPlanLimits.perPlant) fail('FLOOR_PLAN_LIMIT', { limit: floorPlanLimits.perPlant })
}
