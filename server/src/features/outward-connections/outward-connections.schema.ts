import {
  maxOutwardUnits,
  outwardKinds,
  outwardUnit,
  storedOutward,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { accessTokenTable } from '../access-tokens/access-tokens.schema.ts'

/**
 * A bridge offering a plant to other systems, by its access token: one row, because it reports all its interfaces at
 * once. The row is deleted with the token.
 */
export const outwardBridgeTable = pgTable(
  'outward_bridge',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    tokenId: uuid()
      .notNull()
      .references(() => accessTokenTable.id, { onDelete: 'cascade' }),
    host: text().notNull(),
    version: text().notNull(),
    connections: parsedJson(z.array(storedOutward).max(outwardKinds.length))().notNull(),
    units: parsedJson(z.array(outwardUnit).max(maxOutwardUnits))().notNull(),
    /** Interfaces switched off by the administrator. */
    off: text({ enum: outwardKinds }).array().notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.tokenId] }), index('outward_bridge_token').on(table.tokenId)],
)
