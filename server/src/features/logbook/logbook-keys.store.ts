import type { LogbookKey } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import { asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookKeyTable } from './logbook.schema.ts'

export type KeyRow = typeof logbookKeyTable.$inferSelect

/** All public keys, oldest first. */
export const listKeys = async (tx: Tx): Promise<LogbookKey[]> => {
  const rows = await tx.select().from(logbookKeyTable).orderBy(asc(logbookKeyTable.since))
  return rows.map(({ id, publicKey, since, until }) => ({
    id,
    publicKey,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}

export const findActiveKey = async (tx: Tx): Promise<KeyRow | undefined> => {
  const [row] = await tx.select().from(logbookKeyTable).where(isNull(logbookKeyTable.until)).for('update')
  return row
}

/** Saves a new key, unless another node has one in use. */
export const insertKey = async (tx: Tx, row: Omit<KeyRow, 'until'>): Promise<void> => {
  await tx.insert(logbookKeyTable).values(row).onConflictDoNothing()
}

export const retireKey = async (tx: Tx, id: string, until: Date): Promise<void> => {
  await tx.update(logbookKeyTable).set({ until }).where(eq(logbookKeyTable.id, id))
}
