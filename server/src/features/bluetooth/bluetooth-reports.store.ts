import type { BluetoothReport, BluetoothReportContent } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { bluetoothReportTable } from './bluetooth.schema.ts'

export type ReportRow = typeof bluetoothReportTable.$inferSelect

const of = bluetoothReportTable
const isOpen = (now: Date) => and(isNull(of.revokedAt), gt(of.expiresAt, now))

const stateOf = ({ revokedAt, expiresAt }: ReportRow, now: Date): BluetoothReport['state'] => {
  if (revokedAt) return 'revoked'
  return expiresAt > now ? 'open' : 'expired'
}

/** A report as those see it who may make one. */
export const toReport = (row: ReportRow, now: Date): BluetoothReport => ({
  id: row.id,
  state: stateOf(row, now),
  madeAt: row.madeAt.toISOString(),
  madeBy: row.madeByName,
  expiresAt: row.expiresAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedByName,
  gateways: row.content.gateways.length,
  devices: row.content.gateways.reduce((sum, { devices }) => sum + devices.length, 0),
})

export const listReports = (tx: Tx, plantId: string, limit: number): Promise<ReportRow[]> =>
  tx.select().from(of).where(eq(of.plantId, plantId)).orderBy(desc(of.madeAt), desc(of.id)).limit(limit)

export const countOpenReports = async (tx: Tx, plantId: string, now: Date): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(of)
    .where(and(eq(of.plantId, plantId), isOpen(now)))
  return row?.n ?? 0
}

export const insertReport = async (tx: Tx, row: typeof of.$inferInsert): Promise<ReportRow> => {
  const [made] = await tx.insert(of).values(row).returning()
  if (!made) throw new Error('a public report could not be kept')
  return made
}

/** Ends a report, and says who did; one that was revoked before stays as it is. */
export const revokeReport = async (
  tx: Tx,
  { plantId, id, at, byName }: { plantId: string; id: string; at: Date; byName: string },
): Promise<ReportRow | undefined> => {
  const [row] = await tx
    .update(of)
    .set({
      revokedAt: sql`coalesce(${of.revokedAt}, ${at.toISOString()}::timestamptz)`,
      revokedByName: sql`coalesce(${of.revokedByName}, ${byName})`,
    })
    .where(and(eq(of.plantId, plantId), eq(of.id, id)))
    .returning()
  return row
}

/**
 * The report of that name, where it can be read. One statement decides over the name, the plant and the time together, so that
 * what is wrong shows neither in the answer nor in how long it takes.
 */
export const readReport = async (
  tx: Tx,
  { plantId, nameHash, now }: { plantId: string; nameHash: string; now: Date },
): Promise<{ content: BluetoothReportContent; expiresAt: Date } | undefined> => {
  const [row] = await tx
    .select({ content: of.content, expiresAt: of.expiresAt })
    .from(of)
    .innerJoin(plantTable, eq(plantTable.id, of.plantId))
    .where(
      and(
        eq(of.nameHash, nameHash),
        eq(sql`${of.plantId}::text`, plantId.toLowerCase()),
        isOpen(now),
        isNull(plantTable.removedAt),
      ),
    )
  return row
}

/** Removes some of the reports that expired before; answers how many. */
export const deleteExpiredReports = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: of, key: of.id, which: lt(of.expiresAt, before), limit })
