import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '../../kernel/bytes-column.schema.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Reduced pictures of uploads: one per person, one per plant. */
export const pictureTable = pgTable(
  'picture',
  {
    /** A new id for each content: an address never shows another picture. */
    id: uuid().primaryKey(),
    plantId: uuid()
      .unique()
      .references(() => plantTable.id, { onDelete: 'cascade' }),
    userId: uuid()
      .unique()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    content: bytea().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
  },
  () => [
    check('picture_of_one', sql.raw('num_nonnulls(plant_id, user_id) = 1')),
    check('picture_size', sql.raw('octet_length(content) <= 1048576')),
  ],
)
