import { auditedChange, auditTarget } from '@vigilux/contract/kernel/audit-target.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from './json-columns.schema.ts'

/**
 * One line per write and per refusal. Rows are only ever added. No foreign keys: the audit outlives what it speaks of. In parts of
 * a month by `at`.
 */
export const auditTable = pgTable(
  'audit',
  {
    id: uuid().notNull().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull(),
    userId: text(),
    /** Kept as it was then. */
    userName: text().notNull(),
    plantId: uuid(),
    action: text().notNull(),
    /** `ok`, or the code of the refusal. */
    result: text().notNull(),
    requestId: text().notNull(),
    /** What it was done to, by the names of then. Null where it came to nothing. */
    things: parsedJson(z.array(auditTarget))(),
    /** Things beyond those that stand by name. */
    moreThings: integer().notNull().default(0),
    /** What became of which field. */
    changes: parsedJson(z.array(auditedChange))(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    index('audit_plant_at').on(table.plantId, table.at),
    index('audit_person_at').on(table.userId, table.at).where(sql`plant_id is null`),
    // What is done to an account before anybody is signed in stands under its address.
    index('audit_address_at').on(table.userName, table.at).where(sql`plant_id is null and user_id is null`),
  ],
)
