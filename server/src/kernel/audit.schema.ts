import { auditedChange, auditTarget } from '@vigilux/contract/kernel/audit-target.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from './json-columns.schema.ts'

/**
 * One append-only row per write and per refusal, partitioned by month on `at`. No foreign keys: the audit outlives its
 * targets.
 */
export const auditTable = pgTable(
  'audit',
  {
    id: uuid().notNull().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull(),
    userId: text(),
    /** Name at the time of the write. */
    userName: text().notNull(),
    /** Access token of a program acting for the person, under its name at the time. */
    tokenId: uuid(),
    tokenName: text(),
    plantId: uuid(),
    action: text().notNull(),
    /** `ok`, or the code of the refusal. */
    result: text().notNull(),
    requestId: text().notNull(),
    /** The audit targets under their names at the time. Null if the call failed. */
    things: parsedJson(z.array(auditTarget))(),
    /** Number of targets beyond those listed by name. */
    moreThings: integer().notNull().default(0),
    /** Changed fields with their values before and after. */
    changes: parsedJson(z.array(auditedChange))(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    index('audit_plant_at').on(table.plantId, table.at),
    index('audit_person_at').on(table.userId, table.at).where(sql`plant_id is null`),
    // Changes to an account before anybody is signed in are found under its address.
    index('audit_address_at').on(table.userName, table.at).where(sql`plant_id is null and user_id is null`),
  ],
)
