import { sql } from 'drizzle-orm'
import { securityEventTable } from './security-log.schema.ts'
import type { Tx } from './transaction.ts'

export type SecurityEventRow = typeof securityEventTable.$inferInsert

/** Adds rows; adds to the count of an existing row of the same minute. */
export const addSecurityEvents = async (tx: Tx, rows: SecurityEventRow[]): Promise<void> => {
  if (rows.length === 0) return
  const { at, kind, userId, address, action } = securityEventTable
  await tx
    .insert(securityEventTable)
    .values(rows)
    .onConflictDoUpdate({
      target: [at, kind, userId, address, action],
      set: { count: sql`${securityEventTable.count} + excluded.count` },
    })
}
