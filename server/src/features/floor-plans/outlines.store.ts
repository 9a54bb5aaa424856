import type { PlanSpot } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { floorPlanTable, roomOutlineTable } from './floor-plans.schema.ts'

type Outline = typeof roomOutlineTable.$inferSelect

/** The outlines of rooms on the plans of a plant. */
export const listOutlines = (tx: Tx, plantId: string): Promise<Outline[]> =>
  tx
    .select({ planId: roomOutlineTable.planId, roomId: roomOutlineTable.roomId, outline: roomOutlineTable.outline })
    .from(roomOutlineTable)
    .innerJoin(floorPlanTable, eq(floorPlanTable.id, roomOutlineTable.planId))
    .where(eq(floorPlanTable.plantId, plantId))
    .orderBy(asc(roomOutlineTable.planId), asc(roomOutlineTable.roomId))

/** Saves the outline of a room on a plan, replacing an earlier one. */
export const saveOutline = async (tx: Tx, { planId, roomId, outline }: Outline): Promise<void> => {
  await tx
    .insert(roomOutlineTable)
    .values({ planId, roomId, outline })
    .onConflictDoUpdate({ target: [roomOutlineTable.planId, roomOutlineTable.roomId], set: { outline } })
}

export const deleteOutline = async (tx: Tx, planId: string, roomId: string): Promise<boolean> => {
  const isOutline = and(eq(roomOutlineTable.planId, planId), eq(roomOutlineTable.roomId, roomId))
  return (await tx.delete(roomOutlineTable).where(isOutline).returning({ roomId: roomOutlineTable.roomId })).length > 0
}

/** Transforms the outlines of all rooms on a plan. */
export const moveOutlines = async (
  tx: Tx,
  { plantId, planId }: { plantId: string; planId: string },
  moveSpot: (spot: PlanSpot) => PlanSpot,
): Promise<void> => {
  for (const row of await listOutlines(tx, plantId))
    if (row.planId === planId) await saveOutline(tx, { ...row, outline: row.outline.map(moveSpot) })
}
