import type { BluetoothReport, BluetoothReportContent } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { createSharedLinks, toSharedLink } from '../../kernel/shared-links.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { bluetoothReportTable } from './bluetooth.schema.ts'

export type BluetoothReportRow = typeof bluetoothReportTable.$inferSelect

const table = bluetoothReportTable

export const bluetoothReports = createSharedLinks<BluetoothReportRow>(table)

/** A report as members with permission to create one see it. */
export const toBluetoothReport = (row: BluetoothReportRow, now: Date): BluetoothReport => ({
  ...toSharedLink(row, now),
  gateways: row.content.gateways.length,
  devices: row.content.gateways.reduce((total, { devices }) => total + devices.length, 0),
})

export const insertBluetoothReport = async (tx: Tx, row: typeof table.$inferInsert): Promise<BluetoothReportRow> => {
  const [inserted] = await tx.insert(table).values(row).returning()
  if (!inserted) throw new Error('a public report could not be saved')
  return inserted
}

/**
 * The report of this name, if readable. One statement checks name, plant and time together, so neither the answer nor
 * its duration reveals the error.
 */
export const readBluetoothReport = async (
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
        bluetoothReports.isOpen(now),
        isNull(plantTable.removedAt),
      ),
    )
  return row
}
