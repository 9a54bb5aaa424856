import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Plants marked as favorites by people. A mark ends with the membership: `favourites.triggers.sql`. */
export const favouritePlantTable = pgTable(
  'favourite_plant',
  {
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.plantId] }), index('favourite_plant_plant').on(table.plantId)],
)
