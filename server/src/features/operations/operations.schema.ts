import { commandErrors } from '@vigilux/contract/features/commands/command.ts'
import {
  operationKinds,
  operationStates,
  stepRoles,
  stepStates,
} from '@vigilux/contract/features/operations/operation.ts'
import type { UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** A list of commands to one unit that belong together. What is to happen next follows from its steps alone. */
export const operationTable = pgTable(
  'operation',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    kind: text({ enum: operationKinds }).notNull(),
    state: text({ enum: operationStates }).notNull(),
    /** The operation that this one takes back. */
    undoes: uuid(),
    /** What operations of several units share that were asked for at once. */
    bundleId: uuid(),
    requestedBy: text(),
    requestedByName: text(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('operation_of_unit').on(table.plantId, table.unit, table.requestedAt.desc().nullsFirst()),
    index('operation_of_bundle').on(table.bundleId).where(sql`bundle_id is not null`),
    index('operation_running').on(table.plantId).where(sql`ended_at is null`),
  ],
)

export const operationStepTable = pgTable(
  'operation_step',
  {
    operationId: uuid()
      .notNull()
      .references(() => operationTable.id),
    n: integer().notNull(),
    role: text({ enum: stepRoles }).notNull(),
    /** Bodies of commands are parsed when they are sent. */
    command: trustedJson<UnitCommand>().notNull(),
    /** What writes back that which the step replaced; null where that cannot be. */
    undo: trustedJson<UnitCommand[]>(),
    lamps: integer().array().notNull(),
    /** Takes effect when the frame is closed, as within a batch; until then it counts as not written. */
    effectAtClose: boolean().notNull().default(false),
    /** What must hold of the unit before the step counts as done; the command is sent again until it does. */
    until: text(),
    state: text({ enum: stepStates }).notNull(),
    /** Sendings in a row that were not answered, of a step that is repeated. */
    misses: integer().notNull().default(0),
    commandId: uuid(),
    error: text({ enum: commandErrors }),
    code: text(),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.n] })],
)

/** Where names of persons are kept as they were then. */
export const operationNames: PersonNameColumn[] = [
  { name: operationTable.requestedByName, of: operationTable.requestedBy },
]
