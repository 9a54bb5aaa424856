import type { FloorPlanDraft } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { and, asc, count, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { fileTable } from '../files/files.schema.ts'
import { drawingTable, floorPlanTable } from './floor-plans.schema.ts'

export type FloorPlanRow = typeof floorPlanTable.$inferSelect
export type DrawingRow = typeof drawingTable.$inferSelect

const largeFile = alias(fileTable, 'large')
const mediumFile = alias(fileTable, 'medium')
const smallFile = alias(fileTable, 'small')

/** The plans of a plant in order, each with its drawing, the files of its pictures, and its editor. */
export const listFloorPlans = (tx: Tx, plantId: string) =>
  tx
    .select({
      plan: floorPlanTable,
      drawing: drawingTable,
      large: largeFile,
      medium: mediumFile,
      small: smallFile,
      editor: userTable.name,
    })
    .from(floorPlanTable)
    .innerJoin(drawingTable, eq(drawingTable.id, floorPlanTable.drawingId))
    .leftJoin(largeFile, eq(largeFile.id, drawingTable.largeId))
    .leftJoin(mediumFile, eq(mediumFile.id, drawingTable.mediumId))
    .leftJoin(smallFile, eq(smallFile.id, drawingTable.smallId))
    .leftJoin(userTable, eq(userTable.id, floorPlanTable.editorId))
    .where(eq(floorPlanTable.plantId, plantId))
    .orderBy(asc(floorPlanTable.position), asc(floorPlanTable.id))
export type ListedPlan = Awaited<ReturnType<typeof listFloorPlans>>[number]
export type ListedDrawing = Pick<ListedPlan, 'drawing' | 'large' | 'medium' | 'small'>

/** Number of a plant's plans, without those with a refused drawing. */
export const countFloorPlans = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ plans: count() })
    .from(floorPlanTable)
    .innerJoin(drawingTable, eq(drawingTable.id, floorPlanTable.drawingId))
    .where(and(eq(floorPlanTable.plantId, plantId), ne(drawingTable.state, 'refused')))
  return row?.plans ?? 0
}

export const findFloorPlan = async (
  tx: Tx,
  plantId: string,
  id: string,
): Promise<{ plan: FloorPlanRow; drawing: DrawingRow } | undefined> => {
  const [row] = await tx
    .select({ plan: floorPlanTable, drawing: drawingTable })
    .from(floorPlanTable)
    .innerJoin(drawingTable, eq(drawingTable.id, floorPlanTable.drawingId))
    .where(and(eq(floorPlanTable.plantId, plantId), eq(floorPlanTable.id, id)))
  return row
}

/** Appends a plan. */
export const insertFloorPlan = async (
  tx: Tx,
  plan: Pick<FloorPlanRow, 'id' | 'plantId' | 'name' | 'roomId' | 'drawingId'>,
): Promise<void> => {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${floorPlanTable.position}), -1)::int` })
    .from(floorPlanTable)
    .where(eq(floorPlanTable.plantId, plan.plantId))
  await tx.insert(floorPlanTable).values({ ...plan, position: (last?.position ?? -1) + 1 })
}

export const insertDrawing = async (
  tx: Tx,
  drawing: Pick<DrawingRow, 'id' | 'planId' | 'name' | 'sentAt' | 'sourceId'>,
): Promise<void> => {
  await tx.insert(drawingTable).values({ ...drawing, state: 'reading' })
}

/** Saves if the version is unchanged; undefined after a concurrent save. */
export const saveFloorPlanIfVersion = async (
  tx: Tx,
  { id, version }: Pick<FloorPlanRow, 'id' | 'version'>,
  draft: FloorPlanDraft,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(floorPlanTable)
    .set({ ...draft, version: sql`${floorPlanTable.version} + 1` })
    .where(and(eq(floorPlanTable.id, id), eq(floorPlanTable.version, version)))
    .returning({ version: floorPlanTable.version })
  return row?.version
}

/** Saves the scale if the version is unchanged; undefined after a concurrent save. */
export const saveScaleIfVersion = async (
  tx: Tx,
  { id, version }: Pick<FloorPlanRow, 'id' | 'version'>,
  longSideM: number | null,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(floorPlanTable)
    .set({ longSideM, version: sql`${floorPlanTable.version} + 1` })
    .where(and(eq(floorPlanTable.id, id), eq(floorPlanTable.version, version)))
    .returning({ version: floorPlanTable.version })
  return row?.version
}

export const orderFloorPlans = async (tx: Tx, plantId: string, ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update floor_plan set position = named.at - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as named (id, at)
    where floor_plan.plant_id = ${plantId} and floor_plan.id = named.id`)
}

const filesOf = ({ sourceId, largeId, mediumId, smallId }: DrawingRow): string[] =>
  [sourceId, largeId, mediumId, smallId].filter((file) => file !== null)

/** Deletes a plan with its drawings and places; returns their files. */
export const deleteFloorPlan = async (tx: Tx, id: string): Promise<string[]> => {
  const drawings = await tx.select().from(drawingTable).where(eq(drawingTable.planId, id))
  await tx.delete(floorPlanTable).where(eq(floorPlanTable.id, id))
  return drawings.flatMap(filesOf)
}

/** Deletes a drawing; returns its files. */
export const deleteDrawing = async (tx: Tx, id: string): Promise<string[]> =>
  (await tx.delete(drawingTable).where(eq(drawingTable.id, id)).returning()).flatMap(filesOf)

/** The newer drawings of a plant's plans, each with the files of its pictures. */
export const listNextDrawings = (tx: Tx, plantId: string) =>
  tx
    .select({
      planId: floorPlanTable.id,
      drawing: drawingTable,
      large: largeFile,
      medium: mediumFile,
      small: smallFile,
    })
    .from(floorPlanTable)
    .innerJoin(drawingTable, eq(drawingTable.id, floorPlanTable.nextDrawingId))
    .leftJoin(largeFile, eq(largeFile.id, drawingTable.largeId))
    .leftJoin(mediumFile, eq(mediumFile.id, drawingTable.mediumId))
    .leftJoin(smallFile, eq(smallFile.id, drawingTable.smallId))
    .where(eq(floorPlanTable.plantId, plantId))

/** The newer drawing of a plan, if it is this one, or any if none is named. */
export const findNextDrawing = async (
  tx: Tx,
  { id, nextDrawingId }: Pick<FloorPlanRow, 'id' | 'nextDrawingId'>,
  drawingId = nextDrawingId,
): Promise<DrawingRow | undefined> => {
  if (nextDrawingId === null || drawingId !== nextDrawingId) return undefined
  const [row] = await tx
    .select()
    .from(drawingTable)
    .where(and(eq(drawingTable.id, nextDrawingId), eq(drawingTable.planId, id)))
  return row
}

/** Sets the shown drawing of a plan, and the one to replace it. */
export const savePlanDrawings = async (
  tx: Tx,
  planId: string,
  drawings: Partial<Pick<FloorPlanRow, 'drawingId' | 'nextDrawingId' | 'longSideM'>>,
): Promise<void> => {
  await tx.update(floorPlanTable).set(drawings).where(eq(floorPlanTable.id, planId))
}

/** A drawing in any state, with its plant. */
export const findDrawing = async (
  tx: Tx,
  id: string,
): Promise<{ drawing: DrawingRow; plantId: string; planId: string } | undefined> => {
  const [row] = await tx
    .select({ drawing: drawingTable, plantId: floorPlanTable.plantId, planId: floorPlanTable.id })
    .from(drawingTable)
    .innerJoin(floorPlanTable, eq(floorPlanTable.id, drawingTable.planId))
    .where(eq(drawingTable.id, id))
  return row
}

/** Moves a drawing from one state to another; false if it is in a different state, or gone. */
export const moveDrawing = async (
  tx: Tx,
  { id, from }: { id: string; from: string },
  change: Partial<Omit<DrawingRow, 'id' | 'planId'>>,
): Promise<boolean> => {
  const rows = await tx
    .update(drawingTable)
    .set(change)
    .where(and(eq(drawingTable.id, id), eq(drawingTable.state, from)))
    .returning({ id: drawingTable.id })
  return rows.length > 0
}

/** Sets the scale of a drawing's plan, by the drawing's own length. */
export const setScale = async (tx: Tx, drawingId: string, longSideM: number): Promise<void> => {
  await tx.update(floorPlanTable).set({ longSideM }).where(eq(floorPlanTable.drawingId, drawingId))
}

/** Claims a plan for editing unless somebody else holds it; releases it if `until` is null. */
export const claimPlan = async (
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: Date },
  until: Date | null,
): Promise<void> => {
  const { editorId, editedUntil } = floorPlanTable
  const isFree = or(isNull(editorId), isNull(editedUntil), lte(editedUntil, now), eq(editorId, userId))
  const isOwn = eq(editorId, userId)
  await tx
    .update(floorPlanTable)
    .set({ editorId: until ? userId : null, editedUntil: until })
    .where(and(eq(floorPlanTable.id, id), until ? isFree : isOwn))
}
