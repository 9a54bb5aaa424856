import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { readStoredConfiguration, toStoredConfiguration } from './stored-configuration.ts'

/** Past configurations of units. Append-only. */
export const snapshotTable = pgTable(
  'unit_snapshot',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    cuType: text().notNull(),
    takenAt: timestamp({ withTimezone: true }).notNull(),
    reason: text().notNull(),
    takenByName: text(),
    /** The operation after the snapshot. */
    operationId: uuid(),
    lamps: integer().notNull(),
    /** SHA-256 of the configuration; an unchanged configuration is not saved again. */
    digest: text().notNull(),
    configuration: parsedJson(readStoredConfiguration, toStoredConfiguration)().notNull(),
  },
  (table) => [
    index('unit_snapshot_of_unit').on(table.plantId, table.unit, table.takenAt),
    index('unit_snapshot_operation').on(table.operationId),
  ],
)

/** Columns with names of persons as they were at the time. */
export const snapshotNames: PersonNameColumn[] = [{ name: snapshotTable.takenByName, plants: snapshotTable.plantId }]
