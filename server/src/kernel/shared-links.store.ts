import { and, count, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { deleteBatch } from './delete-batch.store.ts'
import type { Tx } from './transaction.ts'

/** Links of a plant for opening something without sign-in, until they expire or somebody revokes them. */
type SharedLinkTable = PgTable &
  Record<'id' | 'plantId' | 'madeAt' | 'expiresAt' | 'revokedAt' | 'revokedByName', PgColumn>

type SharedLinkRow = {
  id: string
  madeAt: Date
  madeByName: string
  expiresAt: Date
  revokedAt: Date | null
  revokedByName: string | null
}

const stateOf = ({ revokedAt, expiresAt }: SharedLinkRow, now: Date): 'open' | 'expired' | 'revoked' => {
  if (revokedAt) return 'revoked'
  return expiresAt > now ? 'open' : 'expired'
}

/** A link as members with permission to create one see it. */
export const toSharedLink = (row: SharedLinkRow, now: Date) => ({
  id: row.id,
  state: stateOf(row, now),
  madeAt: row.madeAt.toISOString(),
  madeBy: row.madeByName,
  expiresAt: row.expiresAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedByName,
})

export type Revocation = { plantId: string; id: string; at: Date; byName: string }

/** Functions for links of all kinds; `Row` is the row of the table. */
export const createSharedLinks = <Row extends SharedLinkRow>(table: SharedLinkTable) => {
  const isOpen = (now: Date): SQL | undefined => and(isNull(table.revokedAt), gt(table.expiresAt, now))
  return {
    isOpen,
    /** The newest links of a plant. */
    list: async (tx: Tx, plantId: string, limit: number): Promise<Row[]> => {
      const ofPlant = tx
        .select()
        .from(table as PgTable)
        .where(eq(table.plantId, plantId))
      return (await ofPlant.orderBy(desc(table.madeAt), desc(table.id)).limit(limit)) as unknown as Row[]
    },
    countOpen: async (tx: Tx, plantId: string, now: Date): Promise<number> => {
      const [row] = await tx
        .select({ open: count() })
        .from(table as PgTable)
        .where(and(eq(table.plantId, plantId), isOpen(now)))
      return row?.open ?? 0
    },
    /** Revokes a link and records by whom; an already revoked one is left unchanged. */
    revoke: async (tx: Tx, { plantId, id, at, byName }: Revocation): Promise<Row | undefined> => {
      const [row] = await tx
        .update(table as PgTable)
        .set({
          revokedAt: sql`coalesce(${table.revokedAt}, ${at.toISOString()}::timestamptz)`,
          revokedByName: sql`coalesce(${table.revokedByName}, ${byName})`,
        })
        .where(and(eq(table.plantId, plantId), eq(table.id, id)))
        .returning()
      return row as unknown as Row | undefined
    },
    deleteExpired: (tx: Tx, before: Date, limit: number): Promise<number> =>
      deleteBatch(tx, { table, key: table.id, which: lt(table.expiresAt, before), limit }),
  }
}
