import { sql } from 'drizzle-orm'
import { deleteSome } from './delete-some.store.ts'
import { noticeCauseTable as table } from './notice-causes.schema.ts'
import type { Tx } from './transaction.ts'

export type NoticeCause = Omit<typeof table.$inferInsert, 'id' | 'gatheredAt' | 'endedAt'>
export type NoticeCauseRow = typeof table.$inferSelect

/** Keeps what members are to be told of; what is kept already stays one. */
export const noteCauses = async (tx: Tx, causes: readonly NoticeCause[]): Promise<void> => {
  if (causes.length > 0)
    await tx
      .insert(table)
      .values([...causes])
      .onConflictDoNothing()
}

/** Removes what was told, and is older; answers how many. */
export const deleteOldCauses = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteSome(tx, { table, key: table.id, which: sql`${table.at} < ${before} and gathered_at is not null`, limit })
