import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The installation whose data these are: one row, which every node writes again each minute. */
export const installationTable = pgTable(
  'installation',
  {
    /** Stays through moves and restores. */
    id: uuid().primaryKey(),
    /** When it was written last. It only grows, so a node that has seen a later one knows that the database went back. */
    aliveAt: timestamp({ withTimezone: true }).notNull(),
    /** The transaction that wrote the row. PostgreSQL notes the same in `xmin`, unless the row was copied here from elsewhere. */
    writtenBy: bigint({ mode: 'number' }).notNull(),
  },
  () => [uniqueIndex('installation_only').on(sql`(true)`)],
)

/** Nodes that have not stopped in order. Without any, all had stopped when the database was copied: nothing followed. */
export const runningNodeTable = pgTable('running_node', {
  nodeId: text().primaryKey(),
  aliveAt: timestamp({ withTimezone: true }).notNull(),
})
