import { endedTokenDays, maxListedTokens } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { and, count, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo } from '../members/index.ts'
import { accessTokenTable as table } from './access-tokens.schema.ts'

const dayMs = 86_400_000
const usesMs = 60_000

export type AccessTokenRow = typeof table.$inferSelect
export type ListedTokenRow = AccessTokenRow & { makerName: string }

/** The tokens of a list: a person's own ones, or those of a plant. */
export type TokenOwner = { makerId: string } | { plantId: string }

const isOwnedBy = (owner: TokenOwner): SQL | undefined =>
  'plantId' in owner ? eq(table.plantId, owner.plantId) : and(eq(table.makerId, owner.makerId), isNull(table.plantId))

const isValidAt = (now: Date): SQL | undefined => and(isNull(table.endedAt), gt(table.expiresAt, now))

/** When a token ended or will expire. The index of the table has the same expression. */
const endOf = sql`least(${table.endedAt}, ${table.expiresAt})`

const listedSince = (now: Date): Date => new Date(now.getTime() - endedTokenDays * dayMs)

export const listTokens = async (tx: Tx, owner: TokenOwner, now: Date): Promise<ListedTokenRow[]> => {
  const rows = await tx
    .select({ token: table, makerName: userTable.name })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.makerId))
    .where(and(isOwnedBy(owner), gt(endOf, listedSince(now).toISOString())))
    .orderBy(desc(table.madeAt), desc(table.id))
    .limit(maxListedTokens)
  return rows.map(({ token, makerName }) => ({ ...token, makerName }))
}

/** All tokens made by a person, of the person and of plants, newest first. */
export const listTokensMadeBy = async (tx: Tx, makerId: string): Promise<ListedTokenRow[]> => {
  const rows = await tx
    .select({ token: table, makerName: userTable.name })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.makerId))
    .where(eq(table.makerId, makerId))
    .orderBy(desc(table.madeAt), desc(table.id))
    .limit(maxListedTokens)
  return rows.map(({ token, makerName }) => ({ ...token, makerName }))
}

export const listVisiblePlantNames = (
  tx: Tx,
  caller: User,
  plantIds: readonly string[],
  now: Date,
): Promise<{ id: string; name: string }[]> =>
  tx
    .select({ id: plantTable.id, name: plantTable.plantname })
    .from(plantTable)
    .where(and(inArray(plantTable.id, [...plantIds]), isNull(plantTable.removedAt), isVisibleTo(caller, now)))

/** Counts the valid tokens made by a person; the lock makes new ones of this person wait. */
export const lockAndCountValid = async (tx: Tx, makerId: string, now: Date): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access tokens of ${makerId}`}, 0))`)
  const [row] = await tx
    .select({ tokens: count() })
    .from(table)
    .where(and(eq(table.makerId, makerId), isValidAt(now)))
  return row?.tokens ?? 0
}

export const insertToken = async (tx: Tx, row: typeof table.$inferInsert): Promise<AccessTokenRow> => {
  const [inserted] = await tx.insert(table).values(row).returning()
  if (!inserted) throw new Error('the access token was not stored')
  return inserted
}

/** A token of a list, locked, with the name of its maker. */
export const findToken = async (tx: Tx, owner: TokenOwner, tokenId: string): Promise<ListedTokenRow | undefined> => {
  const [row] = await tx
    .select({ token: table, makerName: userTable.name })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.makerId))
    .where(and(eq(table.id, tokenId), isOwnedBy(owner)))
    .for('no key update', { of: table })
  return row && { ...row.token, makerName: row.makerName }
}

/** Revokes a valid token; undefined if it has already ended. */
export const revokeToken = async (tx: Tx, tokenId: string, now: Date): Promise<AccessTokenRow | undefined> => {
  const [row] = await tx
    .update(table)
    .set({ endedAt: now, endReason: 'revoked' })
    .where(and(eq(table.id, tokenId), isValidAt(now)))
    .returning()
  return row
}

export const findValidToken = async (tx: Tx, tokenHash: string, now: Date): Promise<AccessTokenRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.tokenHash, tokenHash), isValidAt(now)))
  return row
}

/** Whether the stored last use is older than a minute. */
export const isUseUnnoted = ({ lastUsedAt }: AccessTokenRow, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= usesMs

/** Stores a use, unless another one was stored in the last minute. */
export const noteUse = async (tx: Tx, tokenId: string, now: Date): Promise<void> => {
  const isOld = or(isNull(table.lastUsedAt), lt(table.lastUsedAt, new Date(now.getTime() - usesMs)))
  await tx
    .update(table)
    .set({ lastUsedAt: now })
    .where(and(eq(table.id, tokenId), isOld))
}

/** Deletes at most `limit` tokens ended more than 90 days before `before`; returns how many. */
export const deleteEndedTokens = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table, key: table.id, which: sql`${endOf} < ${listedSince(before).toISOString()}`, limit })
