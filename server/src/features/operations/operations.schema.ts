import { commandErrors } from '@vigilux/contract/features/commands/command.ts'
import {
  operationKinds,
  operationStates,
  stepRoles,
  stepStates,
} from '@vigilux/contract/features/operations/operation.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** A list of related commands to one unit. Its steps alone determine the next action. */
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
    /** The operation undone by this one. */
    undoes: uuid(),
    /** Shared by the operations of several units in one request. */
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
    /** Command bodies are parsed when they are sent. */
    command: trustedJson<UnitCommand>().notNull(),
    /** Commands to restore the state before the step; null when impossible. */
    undo: trustedJson<UnitCommand[]>(),
    lamps: integer().array().notNull(),
    /** Takes effect when the frame closes, as within a batch; until then it counts as not written. */
    effectAtClose: boolean().notNull().default(false),
    /** Condition of the unit to complete the step; the command is repeated until it holds. */
    until: text(),
    state: text({ enum: stepStates }).notNull(),
    /** Consecutive unanswered sends of a repeated step. */
    misses: integer().notNull().default(0),
    commandId: uuid(),
    error: text({ enum: commandErrors }),
    code: text(),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.n] })],
)

/** Columns with names of persons as they were at the time. */
export const operationNames: PersonNameColumn[] = [
  { name: operationTable.requestedByName, of: operationTable.requestedBy },
]
