import { currencies } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

/** The installer's price of a product in this plant. */
export const productPriceTable = pgTable(
  'product_price',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    productCode: text().notNull(),
    /** Hundredths of the plant's currency; null for a removed price. */
    cents: integer(),
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.productCode] })],
)

export const priceSettingsTable = pgTable('price_settings', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  currency: text({ enum: currencies }).notNull(),
  shownToClients: boolean().notNull(),
  version: integer().notNull().default(1),
})
