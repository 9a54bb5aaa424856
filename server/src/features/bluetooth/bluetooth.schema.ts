import { bluetoothEntryKinds } from '@vigilux/contract/features/bluetooth/bluetooth-entry.ts'
import { bluetoothReportContent } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { bluetoothKinds } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { commandErrors } from '@vigilux/contract/features/commands/command.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** The Bluetooth logbook of a plant. Append-only; rows are deleted by age only. */
export const bluetoothEntryTable = pgTable(
  'bluetooth_entry',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    /** Origin of the entry, such as a command or a record: one entry per origin, however often it arrives. */
    source: text().notNull(),
    kind: text({ enum: bluetoothEntryKinds as [(typeof bluetoothEntryKinds)[number]] }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    mac: text(),
    serial: text(),
    device: text({ enum: bluetoothKinds }),
    addr: integer(),
    reason: text(),
    command: text(),
    error: text({ enum: commandErrors }),
    code: text(),
    byName: text(),
  },
  (table) => [
    uniqueIndex('bluetooth_entry_once').on(table.plantId, table.unit, table.source),
    index('bluetooth_entry_plant').on(table.plantId, table.at),
    index('bluetooth_entry_change').on(table.plantId, table.unit, table.at).where(sql`source like 'shadow %'`),
    index('bluetooth_entry_link').on(table.plantId, table.unit, table.at).where(sql`source like 'link %'`),
  ],
)

/** Public reports of Bluetooth devices: anyone with the name in the link can read one until it ends. */
export const bluetoothReportTable = pgTable(
  'bluetooth_report',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** SHA-256 of the name in the link; the name itself is not stored. */
    nameHash: text().notNull().unique(),
    content: parsedJson(bluetoothReportContent)().notNull(),
    madeBy: uuid().notNull(),
    madeByName: text().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    revokedAt: timestamp({ withTimezone: true }),
    revokedByName: text(),
  },
  (table) => [
    index('bluetooth_report_plant').on(table.plantId, table.madeAt),
    index('bluetooth_report_expires').on(table.expiresAt),
  ],
)

/** Columns with names of persons as they were at the time. */
export const bluetoothNames: PersonNameColumn[] = [
  { name: bluetoothEntryTable.byName, plants: bluetoothEntryTable.plantId },
  { name: bluetoothReportTable.madeByName, of: bluetoothReportTable.madeBy },
  { name: bluetoothReportTable.revokedByName, plants: bluetoothReportTable.plantId },
]
