import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from './transaction.ts'

/** An SQL condition about rows of any table. */
export type DueCondition = SQL

/** Holds if one of the conditions holds. */
export const anyOf = (...conditions: readonly DueCondition[]): DueCondition =>
  sql`(${sql.join([...conditions], sql` or `)})`

/** For each condition whether it holds, in one statement. */
export const evaluateConditions = async (db: Tx, conditions: readonly DueCondition[]): Promise<boolean[]> => {
  if (conditions.length === 0) return []
  const list = sql.join([...conditions], sql`, `)
  const { rows } = await db.execute<{ holds: boolean[] }>(sql`select array[${list}] as holds`)
  return rows[0]?.holds ?? []
}
