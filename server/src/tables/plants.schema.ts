import { plantTypes } from '@vigilux/contract/features/plants/plant.ts'
import { boolean, doublePrecision, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../kernel/json-columns.schema.ts'

export const plantTable = pgTable(
  'plant',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantname: text().notNull(),
    plantType: text({ enum: plantTypes }).notNull(),
    everPro: boolean().notNull().default(false),
    proExpiry: timestamp({ withTimezone: true }),
    country: text().notNull(),
    housenumber: text().notNull(),
    city: text().notNull(),
    street: text().notNull(),
    prov: text().notNull(),
    cap: text().notNull(),
    lat: doublePrecision(),
    long: doublePrecision(),
    timezone: text().notNull(),
    owner: parsedJson(z.object({ name: z.string(), email: z.string(), phone: z.string(), piva: z.string() }))(),
    logo: text(),
    notifications: boolean().notNull().default(true),
    /** Name, street and city without case and accents, for the search. */
    searchText: text().notNull(),
    version: integer().notNull().default(1),
    createdBy: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** The caller's key of the creation, so that a retry finds what the first try made. */
    idempotencyKey: uuid().unique(),
    /** A deleted plant keeps its history, and is shown to nobody. */
    removedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('plant_area').on(table.country, table.prov)],
)
