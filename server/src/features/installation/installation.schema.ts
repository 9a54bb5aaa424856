import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The installation of this data: one row, rewritten by every node each minute. */
export const installationTable = pgTable(
  'installation',
  {
    /** Survives moves and restores. */
    id: uuid().primaryKey(),
    /** Last write. It only grows, so a node that has seen a later one recognizes a database set back. */
    aliveAt: timestamp({ withTimezone: true }).notNull(),
    /** The transaction of this write. Equals PostgreSQL's `xmin`, unless the row was copied from another database. */
    writtenBy: bigint({ mode: 'number' }).notNull(),
  },
  () => [uniqueIndex('installation_only').on(sql`(true)`)],
)

/** Nodes without a clean stop. Without any, all had stopped when the database was copied, and nothing is missing. */
export const runningNodeTable = pgTable('running_node', {
  nodeId: text().primaryKey(),
  aliveAt: timestamp({ withTimezone: true }).notNull(),
})
