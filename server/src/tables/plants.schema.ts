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
    /** The end of Pro last broadcast to open browsers. */
    proEndNotified: timestamp({ withTimezone: true }),
    country: text().notNull(),
    housenumber: text().notNull(),
    city: text().notNull(),
    street: text().notNull(),
    prov: text().notNull(),
    cap: text().notNull(),
    lat: doublePrecision(),
    long: doublePrecision(),
    /** Source of the position. */
    positionBy: text({ enum: positionSources }).notNull().default('address'),
    timezone: zoneColumn().notNull(),
    owner: parsedJson(z.object({ name: z.string(), email: z.string(), phone: z.string(), piva: z.string() }))(),
    /** Never written. Nodes of the previous version read it during a rolling upgrade; the next version can drop it. */
    logo: text(),
    notifications: boolean().notNull().default(true),
    /** Name, street and city without case and accents, for search. */
    searchText: text().notNull(),
    version: integer().notNull().default(1),
    createdBy: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When the plant was archived: members can read it, and nobody can change it. */
    archivedAt: timestamp({ withTimezone: true }),
    /** A deleted plant retains its history, and is shown to nobody. */
    removedAt: timestamp({ withTimezone: true }),
    removedBy: uuid(),
    removedByName: text(),
    /** When the erasable data of a deleted plant was erased. */
    erasedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('plant_area').on(table.country, table.prov),
    index('plant_position').on(table.lat, table.long).where(sql`lat is not null and removed_at is null`),
    index('plant_without_position').on(table.id).where(sql`lat is null and removed_at is null`),
    index('plant_removed').on(table.removedAt).where(sql`removed_at is not null`),
    // Ends of Pro before their broadcast, to scan no past years.
    index('plant_pro_end').on(table.proExpiry).where(sql`ever_pro and pro_end_notified is distinct from pro_expiry`),
    // The database must know the zone too, even if the server knows it.
    check('plant_zone_known', sql`(timestamptz '2000-01-01T00:00:00Z' at time zone timezone) is not null`),
  ],
)

/** Columns with names of persons as they were at the time. */
export const removerNames: PersonNameColumn[] = [{ name: plantTable.removedByName, of: plantTable.removedBy }]
