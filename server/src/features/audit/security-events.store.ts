import type { SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
import { and, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { securityEventTable } from '../../kernel/security-log.schema.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { erasedPersonTable, profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { findSearchBound } from './search-bound.store.ts'

type EventFilter = { kind?: string | undefined; search: string; notSince?: Date | null }

const table = securityEventTable
/** Account ids are stored as text, empty without a session. */
const isOfAccount = sql`${userTable.id}::text = ${table.userId}`
const isOfErased = sql`${erasedPersonTable.userId}::text = ${table.userId}`

const whereOf = ({ kind, search, notSince }: EventFilter): SQL | undefined => {
  const part = search.trim()
  return and(
    notSince ? gt(table.at, notSince) : undefined,
    kind ? eq(table.kind, kind) : undefined,
    part === ''
      ? undefined
      : or(...[userTable.name, userTable.email, table.address, table.action].map((column) => contains(column, part))),
  )
}

/** A flood writes millions of rows, and the office looks at the newest. */
export const findEventSearchBound = (tx: Tx, maxRows: number): Promise<Date | null> =>
  findSearchBound(tx, { table, at: table.at }, maxRows)

const nameOfAccount = sql<string | null>`coalesce(${userTable.name}, ${erasedPersonTable.pseudonym})`

/** One page of the platform's refusals, newest first. */
export const listSecurityEvents = async (
  tx: Tx,
  filter: EventFilter,
  span: { offset: number; limit: number },
): Promise<SecurityEvent[]> => {
  const rows = await tx
    .select({ event: table, name: nameOfAccount, company: profileTable.businessname, plantname: plantTable.plantname })
    .from(table)
    .leftJoin(userTable, isOfAccount)
    .leftJoin(profileTable, eq(profileTable.userId, userTable.id))
    .leftJoin(erasedPersonTable, isOfErased)
    .leftJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(whereOf(filter))
    .orderBy(desc(table.at), desc(table.count), table.id)
    .offset(span.offset)
    .limit(span.limit)
  return rows.map(({ event, name, company, plantname }) => ({
    at: event.at.toISOString(),
    kind: event.kind,
    userid: event.userId === '' ? null : event.userId,
    name,
    company,
    address: event.address,
    action: event.action,
    plant_id: event.plantId,
    plantname,
    count: event.count,
  }))
}

export const countSecurityEvents = async (tx: Tx, filter: EventFilter): Promise<number> => {
  const [row] = await tx.select({ n: count() }).from(table).leftJoin(userTable, isOfAccount).where(whereOf(filter))
  return row?.n ?? 0
}
