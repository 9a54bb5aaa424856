import type { Snapshot } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { and, asc, count, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { snapshotTable } from './snapshots.schema.ts'

export type SnapshotRow = typeof snapshotTable.$inferSelect
type ListedRow = Omit<SnapshotRow, 'configuration'>

export const toSnapshot = (row: ListedRow): Snapshot => ({
  id: row.id,
  cu: row.unit,
  takenAt: row.takenAt.toISOString(),
  reason: row.reason,
  takenBy: row.takenByName,
  lamps: row.lamps,
})

const { configuration: _, ...listedColumns } = {
  id: snapshotTable.id,
  plantId: snapshotTable.plantId,
  unit: snapshotTable.unit,
  cuType: snapshotTable.cuType,
  takenAt: snapshotTable.takenAt,
  reason: snapshotTable.reason,
  takenByName: snapshotTable.takenByName,
  operationId: snapshotTable.operationId,
  lamps: snapshotTable.lamps,
  digest: snapshotTable.digest,
  configuration: null,
}

const isOfUnit = (plantId: string, unit: string) =>
  and(eq(snapshotTable.plantId, plantId), eq(snapshotTable.unit, unit))

export const listSnapshots = (
  tx: Tx,
  plantId: string,
  unit: string,
  span: { offset: number; limit: number },
): Promise<ListedRow[]> =>
  tx
    .select(listedColumns)
    .from(snapshotTable)
    .where(isOfUnit(plantId, unit))
    .orderBy(desc(snapshotTable.takenAt), asc(snapshotTable.id))
    .offset(span.offset)
    .limit(span.limit)

export const countSnapshots = async (tx: Tx, plantId: string, unit: string): Promise<number> => {
  const [row] = await tx.select({ n: count() }).from(snapshotTable).where(isOfUnit(plantId, unit))
  return row?.n ?? 0
}

export const findSnapshot = async (tx: Tx, plantId: string, id: string): Promise<SnapshotRow | undefined> => {
  const [row] = await tx
    .select()
    .from(snapshotTable)
    .where(and(eq(snapshotTable.plantId, plantId), eq(snapshotTable.id, id)))
  return row
}

/** A unit's newest snapshot, without its configuration. */
export const findLastSnapshot = async (tx: Tx, plantId: string, unit: string): Promise<ListedRow | undefined> =>
  (await listSnapshots(tx, plantId, unit, { offset: 0, limit: 1 }))[0]

export const hasSnapshotOfOperation = async (tx: Tx, operationId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: snapshotTable.id })
    .from(snapshotTable)
    .where(eq(snapshotTable.operationId, operationId))
    .limit(1)
  return rows.length > 0
}

export const insertSnapshot = async (tx: Tx, row: typeof snapshotTable.$inferInsert): Promise<SnapshotRow> => {
  const [inserted] = await tx.insert(snapshotTable).values(row).returning()
  if (!inserted) throw new Error('a snapshot that was not stored')
  return inserted
}
