import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from './transaction.ts'

/** A number for the operator's monitoring, read from rows by one subquery, the same on every node. */
export type StoredGauge = {
  /** Its name in the metrics, with the unit as its last word. */
  readonly name: string
  readonly help: string
  /** Declared names only, never a tenant, person or unit. */
  readonly labels?: Readonly<Record<string, string>>
  /** An expression without null. It reads an index, and at most {@link maxCounted} rows. */
  readonly value: (now: Date) => SQL
}

/** A larger backlog is reported as this number. */
const maxCounted = 10_000

/** The number of these rows, counted up to the maximum. */
export const countRows = (table: SQL, where: SQL): SQL =>
  sql`(select count(*) from (select from ${table} where ${where} limit ${maxCounted}) counted)`

/** The earliest of these times, among as many rows; `where` may end with an order. */
export const earliest = (time: SQL, table: SQL, where: SQL): SQL =>
  sql`(select min(at) from (select ${time} as at from ${table} where ${where} limit ${maxCounted}) found)`

/** Seconds since a time; 0 if there is none, or if it is still to come. */
export const secondsSince = (time: SQL, now: Date): SQL =>
  sql`coalesce(greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - ${time})), 0)`

/** The value of each gauge, in one statement. */
export const readStoredGauges = async (db: Tx, gauges: readonly StoredGauge[], now: Date): Promise<number[]> => {
  if (gauges.length === 0) return []
  const list = sql.join(
    gauges.map(({ value }) => sql`(${value(now)})::float8`),
    sql`, `,
  )
  const { rows } = await db.execute<{ measured: number[] }>(sql`select array[${list}] as measured`)
  return rows[0]?.measured ?? []
}
