import pg from 'pg'

let count = 0
const { prototype } = pg.Client as unknown as { prototype: { query(...all: unknown[]): unknown } }
const { query } = prototype
// A connection captures `query` when it opens, so this must run before the first one.
prototype.query = function (...all) {
  count++
  return query.apply(this, all)
}

/** Number of SQL statements sent by this process, including BEGIN and COMMIT. */
export const countStatements = (): number => count
