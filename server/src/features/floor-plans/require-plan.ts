import type { Work } from '../../kernel/work.ts'
import { findFloorPlan } from './floor-plans.store.ts'

/** A plan of this plant, recorded as audit target. */
export const requirePlan = async (work: Work<'FLOOR_PLAN_NOT_FOUND'>, plantId: string, planId: string) => {
  const found = (await findFloorPlan(work.tx, plantId, planId)) ?? work.fail('FLOOR_PLAN_NOT_FOUND')
  work.audit.target({ kind: 'floorPlan', id: planId, name: found.plan.name })
  return found
}
