import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Codes to make a plant Pro. Their digits are stored nowhere. */
export const proCodeTable = pgTable(
  'pro_code',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** HMAC of the digits under a key of the server. */
    codeHash: text().notNull().unique(),
    last4: text().notNull(),
    months: integer().notNull(),
    reference: text().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
    madeBy: uuid().notNull(),
    madeByName: text().notNull(),
    /** Position of the code within its order. */
    number: integer().notNull(),
    usedAt: timestamp({ withTimezone: true }),
    usedBy: uuid(),
    usedByName: text(),
    plantId: uuid().references(() => plantTable.id),
    kind: text({ enum: ['key', 'renewal'] }),
    /** When Pro ends after this code was used. */
    expiry: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
    revokedBy: uuid(),
    revokedByName: text(),
    reason: text(),
  },
  (table) => [
    index('pro_code_plant').on(table.plantId, table.usedAt),
    index('pro_code_made').on(table.madeAt, table.id),
  ],
)

/** Columns with names of persons as they were at the time. */
export const proCodeNames: PersonNameColumn[] = [
  { name: proCodeTable.madeByName, of: proCodeTable.madeBy },
  { name: proCodeTable.usedByName, of: proCodeTable.usedBy },
  { name: proCodeTable.revokedByName, of: proCodeTable.revokedBy },
]
