import type { BluetoothReport, BluetoothReportContent } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { bluetoothReportTable } from './bluetooth.schema.ts'

export type ReportRow = typeof bluetoothReportTable.$inferSelect

const table = bluetoothReportTable
const isOpen = (now: Date) => and(isNull(table.revokedAt), gt(table.expiresAt, now))

const stateOf = ({ revokedAt, expiresAt }: ReportRow, now: Date): BluetoothReport['state'] => {
  if (revokedAt) return 'revoked'
  return expiresAt > now ? 'open' : 'expired'
}

/** A report as members with permission to create one see it. */
export const toReport = (row: ReportRow, now: Date): BluetoothReport => ({
  id: row.id,
  state: stateOf(row, now),
  madeAt: row.madeAt.toISOString(),
  madeBy: row.madeByName,
  expiresAt: row.expiresAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedByName,
  gateways: row.content.gateways.length,
  devices: row.content.gateways.reduce((total, { devices }) => total + devices.length, 0),
})

export const listReports = (tx: Tx, plantId: string, limit: number): Promise<ReportRow[]> =>
  tx.select().from(table).where(eq(table.plantId, plantId)).orderBy(desc(table.madeAt), desc(table.id)).limit(limit)

export const countOpenReports = async (tx: Tx, plantId: string, now: Date): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(table)
    .where(and(eq(table.plantId, plantId), isOpen(now)))
  return row?.n ?? 0
}

export const insertReport = async (tx: Tx, row: typeof table.$inferInsert): Promise<ReportRow> => {
  const [inserted] = await tx.insert(table).values(row).returning()
  if (!inserted) throw new Error('a public report could not be kept')
  return inserted
}

/** Revokes a report and records by whom; an already revoked one is left unchanged. */
export const revokeReport = async (
  tx: Tx,
  { plantId, id, at, byName }: { plantId: string; id: string; at: Date; byName: string },
): Promise<ReportRow | undefined> => {
  const [row] = await tx
    .update(table)
    .set({
      revokedAt: sql`coalesce(${table.revokedAt}, ${at.toISOString()}::timestamptz)`,
      revokedByName: sql`coalesce(${table.revokedByName}, ${byName})`,
    })
    .where(and(eq(table.plantId, plantId), eq(table.id, id)))
    .returning()
  return row
}

/**
 * The report of that name, if readable. One statement checks name, plant and time together, so that neither the answer
 * nor its duration reveals what is wrong.
 */
export const readReport = async (
  tx: Tx,
  { plantId, nameHash, now }: { plantId: string; nameHash: string; now: Date },
): Promise<{ content: BluetoothReportContent; expiresAt: Date } | undefined> => {
  const [row] = await tx
    .select({ content: table.content, expiresAt: table.expiresAt })
    .from(table)
    .innerJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(
      and(
        eq(table.nameHash, nameHash),
        eq(sql`${table.plantId}::text`, plantId.toLowerCase()),
        isOpen(now),
        isNull(plantTable.removedAt),
      ),
    )
  return row
}

/** Deletes at most `limit` reports that expired before `before`; returns how many. */
export const deleteExpiredReports = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table, key: table.id, which: lt(table.expiresAt, before), limit })
