import type { SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
import { and, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { securityEventTable } from '../../kernel/security-log.schema.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { findSearchBound } from './search-bound.store.ts'

type EventFilter = { kind?: string | undefined; search: string; notSince?: Date | null }

const of = securityEventTable
/** Account ids are stored as text, empty without a session. */
const isOfAccount = sql`${userTable.id}::text = ${of.userId}`

const whereOf = ({ kind, search, notSince }: EventFilter): SQL | undefined => {
  const part = search.trim()
  return and(
    notSince ? gt(of.at, notSince) : undefined,
    kind ? eq(of.kind, kind) : undefined,
    part === ''
      ? undefined
      : or(...[userTable.name, userTable.email, of.address, of.action].map((column) => contains(column, part))),
  )
}

/** A flood writes millions of rows, and the office looks at the newest. */
export const findEventSearchBound = (tx: Tx, most: number): Promise<Date | null> =>
  findSearchBound(tx, { table: of, at: of.at }, most)

/** One page of the platform's refusals, newest first. */
export const listSecurityEvents = async (
  tx: Tx,
  filter: EventFilter,
  span: { offset: number; limit: number },
): Promise<SecurityEvent[]> => {
  const rows = await tx
    .select({ event: of, name: userTable.name })
    .from(of)
    .leftJoin(userTable, isOfAccount)
    .where(whereOf(filter))
    .orderBy(desc(of.at), desc(of.count), of.id)
    .offset(span.offset)
    .limit(span.limit)
  return rows.map(({ event, name }) => ({
    at: event.at.toISOString(),
    kind: event.kind,
    userid: event.userId === '' ? null : event.userId,
    name,
    address: event.address,
    action: event.action,
    plant_id: event.plantId,
    count: event.count,
  }))
}

export const countSecurityEvents = async (tx: Tx, filter: EventFilter): Promise<number> => {
  const [row] = await tx.select({ n: count() }).from(of).leftJoin(userTable, isOfAccount).where(whereOf(filter))
  return row?.n ?? 0
}
