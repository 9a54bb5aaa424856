import type { PlanSpot } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type FloorPlanRow, saveScaleIfVersion } from './floor-plans.store.ts'
import { saveOutline } from './outlines.store.ts'
import { type PlacedLamp, placeLampsOnPlan } from './places.store.ts'

type Filling = { longSideM: number; placed: readonly PlacedLamp[]; outlines: { roomId: string; outline: PlanSpot[] }[] }

/** Fills a new plan, which nobody else knows yet, in one go: scale, lamps, and outlines of their rooms. */
export const fillPlan = async (
  tx: Tx,
  { id, version }: Pick<FloorPlanRow, 'id' | 'version'>,
  { longSideM, placed, outlines }: Filling,
): Promise<void> => {
  if ((await saveScaleIfVersion(tx, { id, version }, longSideM)) === undefined)
    throw new Error(`plan ${id} was changed while it was filled`)
  await placeLampsOnPlan(tx, id, placed)
  for (const outline of outlines) await saveOutline(tx, { planId: id, ...outline })
}
