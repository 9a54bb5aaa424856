import {
  maxListedBridges,
  type OutwardKind,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { accessTokenTable } from '../access-tokens/access-tokens.schema.ts'
import { outwardBridgeTable as table } from './outward-connections.schema.ts'

export type BridgeRow = typeof table.$inferSelect
export type BridgeKey = { plantId: string; tokenId: string }
export type ListedBridgeRow = BridgeRow & { token: typeof accessTokenTable.$inferSelect }

const isBridge = ({ plantId, tokenId }: BridgeKey) => and(eq(table.plantId, plantId), eq(table.tokenId, tokenId))

/** The bridges of a plant with their tokens, the last reported first. */
export const listBridges = async (tx: Tx, plantId: string): Promise<ListedBridgeRow[]> => {
  const rows = await tx
    .select({ bridge: table, token: accessTokenTable })
    .from(table)
    .innerJoin(accessTokenTable, eq(accessTokenTable.id, table.tokenId))
    .where(eq(table.plantId, plantId))
    .orderBy(desc(table.reportedAt), table.tokenId)
    .limit(maxListedBridges)
  return rows.map(({ bridge, token }) => ({ ...bridge, token }))
}

export const lockBridge = async (tx: Tx, bridge: BridgeKey): Promise<BridgeRow | undefined> => {
  const [row] = await tx.select().from(table).where(isBridge(bridge)).for('no key update')
  return row
}

/**
 * Interfaces switched off for a bridge. A site computer reporting with a new token for the first time has the switches
 * of its former token, so a renewed token opens nothing.
 */
export const findSwitchedOff = async (
  tx: Tx,
  { plantId, tokenId, host }: BridgeKey & { host: string },
): Promise<OutwardKind[]> => {
  const rows = await tx
    .select({ tokenId: table.tokenId, host: table.host, off: table.off })
    .from(table)
    .where(eq(table.plantId, plantId))
    .orderBy(desc(table.reportedAt))
  const known = rows.find((row) => row.tokenId === tokenId) ?? rows.find((row) => row.host === host)
  return known?.off ?? []
}

export const insertBridge = async (tx: Tx, row: typeof table.$inferInsert): Promise<void> => {
  await tx.insert(table).values(row).onConflictDoNothing()
}

export const updateBridge = async (
  tx: Tx,
  bridge: BridgeKey,
  changes: Partial<Omit<BridgeRow, keyof BridgeKey>>,
): Promise<void> => {
  await tx.update(table).set(changes).where(isBridge(bridge))
}
