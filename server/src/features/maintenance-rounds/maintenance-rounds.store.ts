import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { roundTable } from './maintenance-rounds.schema.ts'

export type RoundRow = typeof roundTable.$inferSelect

const countOf = (condition: SQL) =>
  sql<number>`(select count(*)::int from round_item where round_item.round_id = round.id and ${condition})`

const selectRounds = (tx: Tx) =>
  tx
    .select({
      row: roundTable,
      total: countOf(sql`true`),
      done: countOf(sql`state in ('done', 'closed')`),
      closed: countOf(sql`state = 'closed'`),
    })
    .from(roundTable)
export type RoundWithCounts = Awaited<ReturnType<typeof selectRounds>>[number]

/** A plant's rounds: first the open ones, each part newest first. */
export const listRounds = (tx: Tx, plantId: string, page: number): Promise<RoundWithCounts[]> =>
  selectRounds(tx)
    .where(eq(roundTable.plantId, plantId))
    .orderBy(sql`${roundTable.endedAt} is not null`, desc(roundTable.createdAt), asc(roundTable.id))
    .offset((page - 1) * roundLimits.pageSize)
    .limit(roundLimits.pageSize)

export const countRounds = async (tx: Tx, plantId: string, roundState: 'open' | 'all'): Promise<number> => {
  const [row] = await tx
    .select({ n: count() })
    .from(roundTable)
    .where(and(eq(roundTable.plantId, plantId), roundState === 'open' ? isNull(roundTable.endedAt) : undefined))
  return row?.n ?? 0
}

export const findRound = async (tx: Tx, plantId: string, id: string): Promise<RoundWithCounts | undefined> => {
  const [row] = await selectRounds(tx).where(and(eq(roundTable.plantId, plantId), eq(roundTable.id, id)))
  return row
}

type NewRound = Pick<
  RoundRow,
  'plantId' | 'title' | 'plannedFor' | 'assignee' | 'assigneeName' | 'createdBy' | 'createdAt'
> &
  Partial<Pick<RoundRow, 'endedBy' | 'endedAt'>>

export const insertRound = async (tx: Tx, round: NewRound): Promise<string> => {
  const [row] = await tx.insert(roundTable).values(round).returning({ id: roundTable.id })
  if (!row) throw new Error('the round was not kept')
  return row.id
}

type RoundChange = Partial<Pick<RoundRow, 'assignee' | 'assigneeName' | 'endedBy' | 'endedAt' | 'minutes' | 'cents'>>

export const updateRound = async (tx: Tx, id: string, change: RoundChange): Promise<void> => {
  await tx.update(roundTable).set(change).where(eq(roundTable.id, id))
}

/** Rounds from which the duration of the next is estimated. */
const maxRoundsAveraged = 20

/** Average minutes per fault over a plant's last rounds; null without data. */
export const minutesPerItem = async (tx: Tx, plantId: string): Promise<number | null> => {
  const { rows } = await tx.execute<{ minutes: number | null }>(sql`
    select (sum(minutes)::float / nullif(sum(done), 0)) as minutes from (
      select round.minutes, ${countOf(sql`work is not null`)} as done from round
      where plant_id = ${plantId} and ended_at is not null and minutes > 0
      order by ended_at desc limit ${maxRoundsAveraged}) as past where done > 0`)
  return rows[0]?.minutes ?? null
}

/** The assignee of each of these rounds; unassigned rounds are left out. */
export const listAssignees = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: roundTable.id, assignee: roundTable.assignee })
    .from(roundTable)
    .where(inArray(roundTable.id, [...ids]))
  return new Map(rows.flatMap(({ id, assignee }) => (assignee === null ? [] : [[id, assignee] as const])))
}
