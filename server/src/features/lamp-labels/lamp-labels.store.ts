import { type LampTextRevision, type LampTextRow, undoHours } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { and, asc, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type lampTextChangeTable, lampTextPartTable, lampTextRevisionTable } from './lamp-labels.schema.ts'

export type RevisionRow = typeof lampTextRevisionTable.$inferSelect
export type NewRevision = Omit<typeof lampTextRevisionTable.$inferInsert, 'id' | 'undoneAt' | 'undoneBy'>
export type TextChange = Omit<typeof lampTextChangeTable.$inferSelect, 'revisionId'>

const hourMs = 3_600_000

/** Time since which revisions can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoHours * hourMs)

export const toRevision = (row: RevisionRow): LampTextRevision => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  by: row.byName,
  lamps: row.lamps,
  undone_at: row.undoneAt?.toISOString() ?? null,
  undone_by: row.undoneBy,
})

/** The newest revisions of a plant within the undo period, including undone ones. */
export const listRevisions = (tx: Tx, plantId: string, now: Date): Promise<RevisionRow[]> => {
  const table = lampTextRevisionTable
  return tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), gt(table.at, undoableSince(now)), gt(table.lamps, 0)))
    .orderBy(desc(table.at), asc(table.id))
    .limit(100)
}

export const findRevision = async (
  tx: Tx,
  plantId: string,
  { id, workId }: { id?: string; workId?: string },
): Promise<RevisionRow | undefined> => {
  const table = lampTextRevisionTable
  const [row] = await tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.plantId, plantId),
        id === undefined ? undefined : eq(table.id, id),
        workId === undefined ? undefined : eq(table.workId, workId),
      ),
    )
  return row
}

/** Saves a revision with each lamp's texts before and after. */
export const insertRevision = async (
  tx: Tx,
  revision: NewRevision,
  changes: readonly TextChange[],
): Promise<RevisionRow> => {
  const [row] = await tx.insert(lampTextRevisionTable).values(revision).returning()
  if (!row) throw new Error('the revision was not kept')
  const column = <T>(value: (change: TextChange) => T) => sql.param(changes.map(value))
  await tx.execute(sql`
    insert into lamp_text_change (revision_id, central_unit_id, serial, addr, old_description, old_location, description, location)
    select ${row.id}::uuid, * from unnest(${column((one) => one.centralUnitId)}::uuid[], ${column((one) => one.serial)}::text[],
      ${column((one) => one.addr)}::int[], ${column((one) => one.oldDescription)}::text[],
      ${column((one) => one.oldLocation)}::text[], ${column((one) => one.description)}::text[],
      ${column((one) => one.location)}::text[])`)
  return row
}

/** A change with the current texts; the topic is null if the unit left the plant. */
export type ChangeNow = TextChange & {
  topic: string | null
  now: { description: string; location: string; version: number }
}

/** Changes of a revision, with the current texts. */
export const listTextChanges = async (tx: Tx, { id, plantId }: RevisionRow): Promise<ChangeNow[]> => {
  const { rows } = await tx.execute<
    TextChange & { topic: string | null } & ChangeNow['now'] & { d: string; l: string }
  >(sql`
    select change.central_unit_id as "centralUnitId", change.serial, change.addr, change.old_description as "oldDescription",
      change.old_location as "oldLocation", change.description, change.location, unit.unit as topic,
      coalesce(note.description, '') as d, coalesce(note.location, '') as l, coalesce(note.version, 0) as version
    from lamp_text_change as change
    left join central_unit as unit
      on unit.id = change.central_unit_id and unit.plant_id = ${plantId} and unit.removed_at is null
    left join lamp_note as note on note.central_unit_id = change.central_unit_id and note.serial = change.serial
    where change.revision_id = ${id}
    order by unit.unit, change.addr`)
  return rows.map(({ d, l, version, ...change }) => ({ ...change, now: { description: d, location: l, version } }))
}

/** Marks a revision as undone; undefined if it was undone already. */
export const markUndone = async (
  tx: Tx,
  id: string,
  undoing: { undoneAt: Date; undoneBy: string },
): Promise<RevisionRow | undefined> => {
  const table = lampTextRevisionTable
  const [row] = await tx
    .update(table)
    .set(undoing)
    .where(and(eq(table.id, id), isNull(table.undoneAt)))
    .returning()
  return row
}

/** The person and key of stored rows. */
export type PartsKey = { plantId: string; userId: string; workId: string }

const isOf = ({ plantId, userId, workId }: PartsKey) => {
  const table = lampTextPartTable
  return and(eq(table.plantId, plantId), eq(table.userId, userId), eq(table.workId, workId))
}

/**
 * Saves a part, replacing one with the same number; returns the number of stored rows. Deletes the person's rows under
 * other keys.
 */
export const savePart = async (
  tx: Tx,
  parts: PartsKey,
  { part, rows, at }: { part: number; rows: LampTextRow[]; at: Date },
): Promise<number> => {
  const table = lampTextPartTable
  const { plantId, userId, workId } = parts
  await tx.delete(table).where(and(eq(table.plantId, plantId), eq(table.userId, userId), ne(table.workId, workId)))
  const values = { rows, count: rows.length, at }
  await tx
    .insert(table)
    .values({ ...parts, part, ...values })
    .onConflictDoUpdate({ target: [table.plantId, table.userId, table.workId, table.part], set: values })
  const [rowSum] = await tx
    .select({ rows: sql<number>`sum(${table.count})::int` })
    .from(table)
    .where(isOf(parts))
  return rowSum?.rows ?? 0
}

/** Removes and returns the stored parts, in order. */
export const consumeParts = async (tx: Tx, parts: PartsKey): Promise<{ part: number; rows: LampTextRow[] }[]> => {
  const table = lampTextPartTable
  const takenParts = await tx.delete(table).where(isOf(parts)).returning({ part: table.part, rows: table.rows })
  return takenParts.sort((a, b) => a.part - b.part)
}

/** Days for retaining a revision after the undo period, so a late undo gets the reason. */
const retentionDays = 7

export const deleteOldRevisions = (tx: Tx, now: Date, limit: number): Promise<number> => {
  const table = lampTextRevisionTable
  const before = new Date(now.getTime() - retentionDays * 24 * hourMs)
  return deleteBatch(tx, { table, key: table.id, which: lt(table.at, before), limit })
}

/** Deletes rows whose rest never arrived. */
export const deleteOldParts = (tx: Tx, now: Date, limit: number): Promise<number> => {
  const table = lampTextPartTable
  return deleteBatch(tx, { table, key: table.workId, which: lt(table.at, undoableSince(now)), limit })
}
