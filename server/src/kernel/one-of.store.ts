import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Values as one parameter. UUIDs need no quotes; the driver would examine each for characters to escape. */
const toParam = (type: 'uuid' | 'text', values: readonly string[]) =>
  sql.param(type === 'uuid' ? `{${values.join(',')}}` : values)

/**
 * SQL condition: a column is one of any number of values, passed as one parameter. A subquery, because the database
 * examines each element of a list whenever it plans the statement.
 */
export const isOneOf = (column: SQLWrapper, type: 'uuid' | 'text', values: Iterable<string>): SQL =>
  sql`${column} in (select unnest(${toParam(type, [...values])}::${sql.raw(type)}[]))`
