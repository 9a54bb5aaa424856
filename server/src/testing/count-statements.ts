import pg from 'pg'

let count = 0
const { prototype } = pg.Client as unknown as { prototype: { query(...all: unknown[]): unknown } }
const { query } = prototype
// Connections keep what `query` is when they are made: so from the first one on.
prototype.query = function (...all) {
  count++
  return query.apply(this, all)
}

/** How many statements this process has asked databases for, BEGIN and COMMIT among them. */
export const statementsAsked = (): number => count
