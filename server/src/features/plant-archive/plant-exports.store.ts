import { exportRetentionHours, type PlantExport } from '@vigilux/contract/features/plant-archive/plant-export.ts'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantExportTable as table } from './plant-export.schema.ts'

export type PlantExportRow = typeof table.$inferSelect

const hourMs = 3_600_000

export const toPlantExport = ({ id, state, done, total, bytes, requestedAt }: PlantExportRow): PlantExport => ({
  id,
  state,
  done,
  total,
  bytes,
  requestedAt: requestedAt.toISOString(),
  until: state === 'ready' ? new Date(requestedAt.getTime() + exportRetentionHours * hourMs).toISOString() : null,
})

export const insertPlantExport = async (tx: Tx, row: PlantExportRow): Promise<void> => {
  await tx.insert(table).values(row)
}

/** The last export of a plant under way or still available. */
export const findLastExport = async (tx: Tx, plantId: string, now: Date): Promise<PlantExportRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(
      and(eq(table.plantId, plantId), gt(table.requestedAt, new Date(now.getTime() - exportRetentionHours * hourMs))),
    )
    .orderBy(desc(table.requestedAt), desc(table.id))
    .limit(1)
  return row
}

export const findPlantExport = async (tx: Tx, plantId: string, id: string): Promise<PlantExportRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.id, id)))
  return row
}

/** Deletes at most `limit` exports ordered before a date; their files expired earlier. */
export const deleteOldPlantExports = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table, key: table.id, which: lt(table.requestedAt, before), limit })

export const updatePlantExport = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<PlantExportRow, 'state' | 'done' | 'total' | 'bytes' | 'fileId'>>,
): Promise<void> => {
  await tx.update(table).set(change).where(eq(table.id, id))
}
