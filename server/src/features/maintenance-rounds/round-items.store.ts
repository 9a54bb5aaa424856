import type { FaultCode } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { roundItemTable, roundTable } from './maintenance-rounds.schema.ts'

export type RoundItemRow = typeof roundItemTable.$inferSelect
export type NewRoundItem = Pick<
  RoundItemRow,
  'plantId' | 'roundId' | 'centralUnitId' | 'serial' | 'addr' | 'proof' | 'addedAt' | 'dueAt'
> & { error: FaultCode }

const table = roundItemTable
const isLive = inArray(table.state, ['open', 'done', 'left'])

/** Open items of these units, with their rounds. */
export const listLiveItems = (tx: Tx, plantId: string, unitIds: readonly string[]) =>
  tx
    .select({ item: table, round: roundTable.title })
    .from(table)
    .leftJoin(roundTable, eq(roundTable.id, table.roundId))
    .where(and(eq(table.plantId, plantId), inArray(table.centralUnitId, [...unitIds]), isLive))

/** Adds faults to a round; returns how many. A fault added to another round meanwhile is skipped. */
export const insertItems = async (tx: Tx, items: readonly NewRoundItem[]): Promise<number> => {
  if (items.length === 0) return 0
  const rows = await tx
    .insert(table)
    .values([...items])
    .onConflictDoNothing()
    .returning({ id: table.id })
  return rows.length
}

export const lockItem = async (tx: Tx, plantId: string, id: string): Promise<RoundItemRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.id, id)))
    .for('update')
  return row
}

export type ItemChange = Partial<Omit<typeof roundItemTable.$inferInsert, 'id' | 'plantId' | 'centralUnitId'>>

export const updateItems = async (tx: Tx, ids: readonly string[], change: ItemChange): Promise<void> => {
  if (ids.length > 0)
    await tx
      .update(table)
      .set(change)
      .where(inArray(table.id, [...ids]))
}

/** Values of an item without recorded work. */
export const clearedWork = {
  work: null,
  workAt: null,
  saidAt: null,
  workBy: null,
  workByName: null,
  workNote: '',
  photos: [],
  isKept: false,
  heldTestId: null,
} as const satisfies ItemChange

/** Releases a round's items without work; they stay open faults. */
export const releaseOpenItems = async (tx: Tx, roundId: string): Promise<void> => {
  await tx
    .update(table)
    .set({ state: 'left' })
    .where(and(eq(table.roundId, roundId), eq(table.state, 'open')))
}

const isDue = (now: Date): SQL => sql`
  (state in ('open', 'done', 'left') or (work is not null and not is_kept)) and due_at <= ${now.toISOString()}`

export const isAnyItemDue = (now: Date): SQL => sql`exists (select from round_item where ${isDue(now)})`

/** Locks a due item; skips items locked by another node. */
export const lockDueItem = async (
  tx: Tx,
  now: Date,
  excludedIds: readonly string[],
): Promise<RoundItemRow | undefined> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from round_item
    where ${isDue(now)} and id <> all (${sql.param([...excludedIds])}::uuid[])
    order by due_at limit 1 for update skip locked`)
  const [found] = rows
  if (!found) return undefined
  const [row] = await tx.select().from(table).where(eq(table.id, found.id))
  return row
}

/** Locks the open items of these units; skips those locked elsewhere, which are checked when they are due. */
export const lockItemsOfUnits = (tx: Tx, unitIds: readonly string[]): Promise<RoundItemRow[]> =>
  tx
    .select()
    .from(table)
    .where(and(inArray(table.centralUnitId, [...unitIds]), isLive))
    .orderBy(asc(table.id))
    .for('update', { skipLocked: true })

/** Ids of those rounds still in progress. */
export const openRoundIds = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: roundTable.id })
    .from(roundTable)
    .where(and(inArray(roundTable.id, [...ids]), sql`${roundTable.endedAt} is null`))
  return new Set(rows.map(({ id }) => id))
}

/** Moves a unit's open items to its replacement. Their scheduled tests are scheduled again. */
export const moveRoundItems = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx
    .update(table)
    .set({ centralUnitId: toUnitId, heldTestId: null })
    .where(and(eq(table.centralUnitId, fromUnitId), isLive))
}

/** Moves lamps' open items to their replacements. */
export const moveRoundItemsToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedSerials: readonly { old: string; new: string }[],
): Promise<void> => {
  await tx.execute(sql`
    update round_item as item set serial = pair.new
    from unnest(${sql.param(replacedSerials.map((one) => one.old))}::text[], ${sql.param(replacedSerials.map((one) => one.new))}::text[])
      as pair (old, new)
    where item.central_unit_id = ${centralUnitId} and item.serial = pair.old and item.state in ('open', 'done', 'left')
      and not exists (
        select from round_item as own where own.central_unit_id = ${centralUnitId} and own.serial = pair.new
          and own.error = item.error and own.state in ('open', 'done', 'left'))`)
}
