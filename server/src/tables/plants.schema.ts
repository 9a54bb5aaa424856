import { plantTypes, positionSources } from '@vigilux/contract/features/plants/plant.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../kernel/pseudonymize-person.store.ts'
import { zoneColumn } from '../kernel/zone-column.schema.ts'

export const plantTable = pgTable(
  'plant',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantname: text().notNull(),
    plantType: text({ enum: plantTypes }).notNull(),
    everPro: boolean().notNull().default(false),
    proExpiry: timestamp({ withTimezone: true }),
    /** The end of Pro of which open browsers were told last. */
    proEndTold: timestamp({ withTimezone: true }),
    country: text().notNull(),
    housenumber: text().notNull(),
    city: text().notNull(),
    street: text().notNull(),
    prov: text().notNull(),
    cap: text().notNull(),
    lat: doublePrecision(),
    long: doublePrecision(),
    /** What its position follows. */
    positionBy: text({ enum: positionSources }).notNull().default('address'),
    timezone: zoneColumn().notNull(),
    owner: parsedJson(z.object({ name: z.string(), email: z.string(), phone: z.string(), piva: z.string() }))(),
    /** Never written. Nodes of the version before read it, beside which these run while an upgrade rolls; it can go with the next. */
    logo: text(),
    notifications: boolean().notNull().default(true),
    /** Name, street and city without case and accents, for the search. */
    searchText: text().notNull(),
    version: integer().notNull().default(1),
    createdBy: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Since when it is archived: read by its members, and changed by nobody. */
    archivedAt: timestamp({ withTimezone: true }),
    /** A deleted plant keeps its history, and is shown to nobody. */
    removedAt: timestamp({ withTimezone: true }),
    removedBy: uuid(),
    removedByName: text(),
    /** When what of a deleted plant may go was erased. */
    erasedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('plant_area').on(table.country, table.prov),
    index('plant_position').on(table.lat, table.long).where(sql`lat is not null and removed_at is null`),
    index('plant_without_position').on(table.id).where(sql`lat is null and removed_at is null`),
    index('plant_removed').on(table.removedAt).where(sql`removed_at is not null`),
    // Ends that nobody was told of yet: those of years past are not looked through again.
    index('plant_pro_end').on(table.proExpiry).where(sql`ever_pro and pro_end_told is distinct from pro_expiry`),
    // One list: a zone that a database of ours does not know is refused, though the server knows it.
    check('plant_zone_known', sql`(timestamptz '2000-01-01T00:00:00Z' at time zone timezone) is not null`),
  ],
)

/** Where names of persons are kept as they were then. */
export const removerNames: PersonNameColumn[] = [{ name: plantTable.removedByName, of: plantTable.removedBy }]
