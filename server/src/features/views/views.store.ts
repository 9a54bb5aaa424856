import type { ViewDraft } from '@vigilux/contract/features/views/view.ts'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { savedViewTable } from './views.schema.ts'

export type ViewRow = typeof savedViewTable.$inferSelect

/** One person's views of one plant. */
export type ViewOwner = { plantId: string; userId: string }

const isOwnedBy = ({ plantId, userId }: ViewOwner) =>
  and(eq(savedViewTable.plantId, plantId), eq(savedViewTable.userId, userId))

export const listViews = (tx: Tx, owner: ViewOwner): Promise<ViewRow[]> =>
  tx
    .select()
    .from(savedViewTable)
    .where(isOwnedBy(owner))
    .orderBy(sql`lower(${savedViewTable.name})`, asc(savedViewTable.id))

export const countViews = async (tx: Tx, owner: ViewOwner): Promise<number> => {
  const [row] = await tx.select({ views: count() }).from(savedViewTable).where(isOwnedBy(owner))
  return row?.views ?? 0
}

export const findView = async (tx: Tx, owner: ViewOwner, id: string): Promise<ViewRow | undefined> => {
  const [row] = await tx
    .select()
    .from(savedViewTable)
    .where(and(isOwnedBy(owner), eq(savedViewTable.id, id)))
  return row
}

/** Whether the person has another view of this name in the plant, ignoring case. */
export const isViewNameTaken = async (
  tx: Tx,
  owner: ViewOwner,
  name: string,
  exceptId: string | null,
): Promise<boolean> => {
  const other = exceptId === null ? undefined : ne(savedViewTable.id, exceptId)
  const [row] = await tx
    .select({ id: savedViewTable.id })
    .from(savedViewTable)
    .where(and(isOwnedBy(owner), other, sql`lower(${savedViewTable.name}) = lower(${name})`))
    .limit(1)
  return row !== undefined
}

export const insertView = async (tx: Tx, owner: ViewOwner, id: string, draft: ViewDraft): Promise<void> => {
  await tx.insert(savedViewTable).values({ ...owner, ...draft, id })
}

/** Saves a view of the person if its version matches; undefined after a concurrent change. */
export const saveViewIfVersion = async (
  tx: Tx,
  { id, version }: Pick<ViewRow, 'id' | 'version'>,
  draft: ViewDraft,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(savedViewTable)
    .set({ ...draft, version: sql`${savedViewTable.version} + 1` })
    .where(and(eq(savedViewTable.id, id), eq(savedViewTable.version, version)))
    .returning({ version: savedViewTable.version })
  return row?.version
}

/** Deletes one of the person's views; returns it, or undefined when there is none. */
export const deleteView = async (tx: Tx, owner: ViewOwner, id: string): Promise<{ name: string } | undefined> => {
  const [row] = await tx
    .delete(savedViewTable)
    .where(and(isOwnedBy(owner), eq(savedViewTable.id, id)))
    .returning({ name: savedViewTable.name })
  return row
}
