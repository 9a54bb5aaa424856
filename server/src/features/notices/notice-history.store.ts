import { type DeliveryState, deliveryStates, type NoticeDelivery } from '@vigilux/contract/features/notices/notice.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable as user } from '../../tables/accounts.schema.ts'
import { centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { noticeDeliveryTable as delivery, noticeTable as notice } from './notices.schema.ts'

/** When the receiver was notified: an escalation step is later than the notice itself. */
const notifiedAt = sql<Date>`case when ${delivery.step} > 0 then ${delivery.dueAt} else ${notice.at} end`.mapWith(
  notice.at,
)

/** Columns of a notice's cause, for a query with joins of its first cause and the cause's unit. */
export const causeColumns = {
  kind: notice.kind,
  causes: sql<number>`cardinality(${notice.causeIds})`,
  unit: sql<string | null>`coalesce(nullif(${unit.description}, ''), ${unit.cuId})`,
  addr: cause.addr,
}

type HistoryQuery = {
  plantId: string
  /** Only notices to this person. */
  userId: string | undefined
  search: string
  state?: DeliveryState | undefined
  page: number
  pageSize: number
}

const matchesQuery = ({ plantId, userId, search }: Pick<HistoryQuery, 'plantId' | 'userId' | 'search'>) =>
  and(
    eq(notice.plantId, plantId),
    userId ? eq(notice.userId, userId) : undefined,
    search ? contains(user.name, search) : undefined,
  )

/** Number of deliveries of a plant, by outcome. */
export const countDeliveries = async (tx: Tx, query: Pick<HistoryQuery, 'plantId' | 'userId' | 'search'>) => {
  const rows = await tx
    .select({ state: delivery.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .leftJoin(user, eq(user.id, notice.userId))
    .where(matchesQuery(query))
    .groupBy(delivery.state)
  const found = new Map(rows.map(({ state, count }) => [state, count]))
  const counts = deliveryStates.map((state) => [state, found.get(state) ?? 0] as const)
  return Object.fromEntries(counts) as Record<DeliveryState, number>
}

/** Deliveries of a plant, newest first, and their total. */
export const listDeliveries = async (
  tx: Tx,
  { state, page, pageSize, ...query }: HistoryQuery,
): Promise<{ deliveries: NoticeDelivery[]; total: number }> => {
  const rows = await tx
    .select({
      id: delivery.id,
      at: notifiedAt,
      ...causeColumns,
      userid: notice.userId,
      name: user.name,
      channel: delivery.channel,
      state: delivery.state,
      stateAt: delivery.stateAt,
      dueAt: delivery.dueAt,
      tries: delivery.tries,
      answer: delivery.answer,
      step: delivery.step,
      steps: delivery.steps,
      urgent: delivery.urgent,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .leftJoin(user, eq(user.id, notice.userId))
    .leftJoin(cause, eq(cause.id, notice.causeId))
    .leftJoin(unit, eq(unit.id, cause.centralUnitId))
    .where(and(matchesQuery(query), state ? eq(delivery.state, state) : undefined))
    .orderBy(desc(notifiedAt), desc(delivery.id))
    .offset((page - 1) * pageSize)
    .limit(pageSize)
  return {
    deliveries: rows.map(({ userid, name, at, stateAt, dueAt, step, steps, total: _, ...row }) => ({
      ...row,
      at: at.toISOString(),
      person: { userid, name: name ?? '' },
      escalation: step > 0 ? { step, of: steps } : null,
      stateAt: (row.state === 'waiting' ? dueAt : stateAt).toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}
