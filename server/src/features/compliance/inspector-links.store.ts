import { type InspectorLink, maxListedInspectorLinks } from '@vigilux/contract/features/compliance/compliance.ts'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { createSharedLinks, toSharedLink } from '../../kernel/shared-links.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { inspectorLinkTable, inspectorVisitTable } from './compliance.schema.ts'

export type LinkRow = typeof inspectorLinkTable.$inferSelect

const table = inspectorLinkTable
/** Maximum visits per page stored with their time; further ones are only counted. */
const maxVisits = 1000

export const inspectorLinks = createSharedLinks<LinkRow>(table)

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
    ...toSharedLink(row, now),
    visits: row.visits,
    visitedAt: visitsByLink.get(row.id) ?? [],
  }))
}

export const insertLink = async (tx: Tx, row: typeof table.$inferInsert): Promise<LinkRow> => {
  const [inserted] = await tx.insert(table).values(row).returning()
  if (!inserted) throw new Error("an inspector's page could not be saved")
  return inserted
}

export type OpenLink = Pick<LinkRow, 'id' | 'plantId' | 'expiresAt'>

/** One statement checks link, plant and time together. */
const selectOpenLinks = (tx: Tx, which: SQL, now: Date) =>
  tx
    .select({ id: table.id, plantId: table.plantId, expiresAt: table.expiresAt })
    .from(table)
    .innerJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(and(which, inspectorLinks.isOpen(now), isNull(plantTable.removedAt)))

export const findOpenLink = async (tx: Tx, secretHash: string, now: Date): Promise<OpenLink | undefined> => {
  const [row] = await selectOpenLinks(tx, eq(table.secretHash, secretHash), now)
  return row
}

/** Locked, so two calls with its secret run one after the other. */
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
