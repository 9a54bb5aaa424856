import { type InspectorLink, maxListedInspectorLinks } from '@vigilux/contract/features/compliance/compliance.ts'
import { and, count, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { inspectorLinkTable, inspectorVisitTable } from './compliance.schema.ts'

export type LinkRow = typeof inspectorLinkTable.$inferSelect

const table = inspectorLinkTable
/** Maximum visits per page stored with their time; further ones are only counted. */
const maxVisits = 1000
const isOpen = (now: Date) => and(isNull(table.revokedAt), gt(table.expiresAt, now))

const stateOf = ({ revokedAt, expiresAt }: LinkRow, now: Date): InspectorLink['state'] => {
  if (revokedAt) return 'revoked'
  return expiresAt > now ? 'open' : 'expired'
}

/** The newest visits of each of these pages. */
const visitsOf = async (tx: Tx, ids: string[]): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  if (ids.length === 0) return found
  const { linkId, at } = inspectorVisitTable
  const numberedVisits = tx
    .select({ linkId, at, n: sql<number>`row_number() over (partition by ${linkId} order by ${at} desc)`.as('n') })
    .from(inspectorVisitTable)
    .where(inArray(linkId, ids))
    .as('numbered')
  const rows = await tx
    .select({ linkId: numberedVisits.linkId, at: numberedVisits.at })
    .from(numberedVisits)
    .where(sql`${numberedVisits.n} <= ${maxListedInspectorLinks.visits}`)
    .orderBy(desc(numberedVisits.at))
  for (const row of rows) found.set(row.linkId, [...(found.get(row.linkId) ?? []), row.at.toISOString()])
  return found
}

/** Pages as members with permission to open one see them. */
export const viewLinks = async (tx: Tx, rows: readonly LinkRow[], now: Date): Promise<InspectorLink[]> => {
  const visitsByLink = await visitsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    state: stateOf(row, now),
    madeAt: row.madeAt.toISOString(),
    madeBy: row.madeByName,
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedByName,
    visits: row.visits,
    visitedAt: visitsByLink.get(row.id) ?? [],
  }))
}

export const listLinks = (tx: Tx, plantId: string, limit: number): Promise<LinkRow[]> =>
  tx.select().from(table).where(eq(table.plantId, plantId)).orderBy(desc(table.madeAt), desc(table.id)).limit(limit)

export const countOpenLinks = async (tx: Tx, plantId: string, now: Date): Promise<number> => {
  const [row] = await tx
    .select({ open: count() })
    .from(table)
    .where(and(eq(table.plantId, plantId), isOpen(now)))
  return row?.open ?? 0
}

export const insertLink = async (tx: Tx, row: typeof table.$inferInsert): Promise<LinkRow> => {
  const [inserted] = await tx.insert(table).values(row).returning()
  if (!inserted) throw new Error("an inspector's page could not be kept")
  return inserted
}

/** Closes a page and records by whom; an already closed one is left unchanged. */
export const revokeLink = async (
  tx: Tx,
  { plantId, id, at, byName }: { plantId: string; id: string; at: Date; byName: string },
): Promise<LinkRow | undefined> => {
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

export type OpenLink = Pick<LinkRow, 'id' | 'plantId' | 'expiresAt'>

/** One statement checks link, plant and time together. */
const selectOpenLinks = (tx: Tx, which: SQL, now: Date) =>
  tx
    .select({ id: table.id, plantId: table.plantId, expiresAt: table.expiresAt })
    .from(table)
    .innerJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(and(which, isOpen(now), isNull(plantTable.removedAt)))

/** The open page with that secret. */
export const findOpenLink = async (tx: Tx, secretHash: string, now: Date): Promise<OpenLink | undefined> => {
  const [row] = await selectOpenLinks(tx, eq(table.secretHash, secretHash), now)
  return row
}

/** The same, locked, so that two calls with its secret run one after the other. */
export const lockOpenLink = async (tx: Tx, secretHash: string, now: Date): Promise<OpenLink | undefined> => {
  const [row] = await selectOpenLinks(tx, eq(table.secretHash, secretHash), now).for('update', { of: table })
  return row
}

export const findOpenLinkById = async (tx: Tx, id: string, now: Date): Promise<OpenLink | undefined> => {
  const [row] = await selectOpenLinks(tx, eq(table.id, id), now)
  return row
}

/** Records a visit; the number of stored visits per page is bounded. */
export const recordVisit = async (tx: Tx, linkId: string, at: Date): Promise<void> => {
  const [row] = await tx
    .update(table)
    .set({ visits: sql`${table.visits} + 1` })
    .where(eq(table.id, linkId))
    .returning({ visits: table.visits })
  if (row && row.visits <= maxVisits) await tx.insert(inspectorVisitTable).values({ linkId, at })
}

/** Deletes at most `limit` pages that expired before `before`, with their visits; returns how many. */
export const deleteExpiredInspectorLinks = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table, key: table.id, which: lt(table.expiresAt, before), limit })
