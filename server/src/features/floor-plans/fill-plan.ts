import type { PlanSpot } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type FloorPlanRow, saveScaleIfVersion } from './floor-plans.store.ts'
import { saveOutline } from './outlines.store.ts'
import { type PlacedLamp, placeLamps } from './places.store.ts'

type Filling = { longSideM: number; placed: readonly PlacedLamp[]; outlines: { roomId: string; outline: PlanSpot[] }[] }

/** Fills a new plan in one go with its scale, its lamps and the outlines of their rooms. */
export const fillPlan = async (
  tx: Tx,
  { id, version }: Pick<FloorPlanRow, 'id' | 'version'>,
  { longSideM, placed, outlines }: Filling,
): Promise<void> => {
  if ((await saveScaleIfVersion(tx, { id, version }, longSideM)) === undefined) return fail('CHANGED_MEANWHILE')
  await placeLamps(tx, id, placed)
  for (const outline of outlines) await saveOutline(tx, { planId: id, ...outline })
}
