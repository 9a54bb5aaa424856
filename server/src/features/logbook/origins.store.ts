import type { LogbookOrigin } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookOriginTable } from './logbook.schema.ts'

type OriginRow = typeof logbookOriginTable.$inferSelect

/** Records another installation as the one that sealed the entries of a logbook up to now. */
export const recordOrigin = async (tx: Tx, row: OriginRow): Promise<void> => {
  await tx.insert(logbookOriginTable).values(row)
}

/** The installation that sealed the first entries of a plant; null if it was not imported. */
export const findOrigin = async (tx: Tx, plantId: string): Promise<LogbookOrigin | null> => {
  const [row] = await tx.select().from(logbookOriginTable).where(eq(logbookOriginTable.plantId, plantId))
  if (!row) return null
  const { upTo, installation, keyId, publicKey, exportedAt, importedAt } = row
  return {
    upTo,
    installation,
    key: { id: keyId, publicKey },
    exportedAt: exportedAt.toISOString(),
    importedAt: importedAt.toISOString(),
  }
}
