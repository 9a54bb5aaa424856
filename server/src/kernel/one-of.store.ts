import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * SQL condition: a column is one of any number of values, passed as one parameter. A subquery, because the database
 * examines each element of a list whenever it plans the statement.
 */
export const isOneOf = (column: SQLWrapper, type: 'uuid' | 'text', values: Iterable<string>): SQL =>
  sql`${column} in (select unnest(${sql.param([...values])}::${sql.raw(type)}[]))`
