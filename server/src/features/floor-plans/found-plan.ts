import { about } from '../../kernel/audit-notes.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findFloorPlan } from './floor-plans.store.ts'

/** A plan of this plant, which the audit is told of. */
export const foundPlan = async (tx: Tx, plantId: string, planId: string) => {
  const found = (await findFloorPlan(tx, plantId, planId)) ?? fail('FLOOR_PLAN_NOT_FOUND')
  about(tx, { kind: 'floorPlan', id: planId, name: found.plan.name })
  return found
}
