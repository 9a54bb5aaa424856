import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** What store functions read and write through: the pool, or a transaction of it. */
export type Tx = PgDatabase<NodePgQueryResultHKT>
