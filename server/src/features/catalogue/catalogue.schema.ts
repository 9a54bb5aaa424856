import { catalogue } from '@vigilux/contract/features/catalogue/product.ts'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'

/** The catalogue that the operator has imported, in one row; with none, the built-in sample stands. */
export const catalogueTable = pgTable('catalogue', {
  id: integer().primaryKey(),
  /** Counts imports. */
  version: integer().notNull(),
  /** SHA-256 of the content: whoever holds this one need not read it again. */
  digest: text().notNull(),
  content: parsedJson(catalogue)().notNull(),
  importedAt: timestamp({ withTimezone: true }).notNull(),
})
