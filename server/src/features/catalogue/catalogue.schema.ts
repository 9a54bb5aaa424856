import { catalogue } from '@vigilux/contract/features/catalogue/product.ts'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'

/** The imported catalogue, in one row; without it, the built-in sample applies. */
export const catalogueTable = pgTable('catalogue', {
  id: integer().primaryKey(),
  /** Number of imports. */
  version: integer().notNull(),
  /** SHA-256 of the content: a node with a cached copy need not read it again. */
  digest: text().notNull(),
  content: parsedJson(catalogue)().notNull(),
  importedAt: timestamp({ withTimezone: true }).notNull(),
})
