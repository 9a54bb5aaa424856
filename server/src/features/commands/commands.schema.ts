import { type CommandAnswer, commandErrors, commandStates } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommand, UnitCommandName } from '@vigilux/device-plane/commands.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** A command with its state and next step, so a restart loses nothing. */
export const unitCommandTable = pgTable(
  'unit_command',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    /** Its body is parsed when it is sent. */
    command: trustedJson<UnitCommand>().notNull(),
    name: text().$type<UnitCommandName>().notNull(),
    state: text({ enum: commandStates }).notNull(),
    retriesLeft: integer().notNull(),
    attempt: integer().notNull(),
    /** When to send it (queued), or when its answer is overdue (sent, accepted). */
    dueAt: timestamp({ withTimezone: true }),
    error: text({ enum: commandErrors }),
    code: text(),
    /** Parsed on arrival. */
    response: trustedJson<CommandAnswer>(),
    /** The life of the unit at its last answer. */
    answeredBy: text(),
    answerTimeoutMs: integer().notNull(),
    workTimeoutMs: integer().notNull(),
    retries: integer().notNull(),
    /** Sent even while the unit is not connected: it may appear within the command's time. */
    waitsForUnit: boolean().notNull().default(false),
    setsWorking: boolean().notNull(),
    /** When it was last sent. */
    sentAt: timestamp({ withTimezone: true }),
    /** The operation of this step. */
    operationId: uuid(),
    requestedBy: text(),
    requestedByName: text(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    /** Trace of the request, in which its answer continues; null while no traces are sent. */
    traceparent: text(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('unit_command_due').on(table.dueAt).where(sql`due_at is not null`),
    index('unit_command_open').on(table.plantId, table.requestedAt).where(sql`due_at is not null`),
    index('unit_command_ended').on(table.plantId, table.endedAt).where(sql`ended_at is not null`),
    index('unit_command_asked')
      .on(table.plantId, table.requestedAt)
      .where(sql`requested_by is not null and operation_id is null`),
    index('unit_command_spaced')
      .on(table.unit, table.name, table.requestedAt)
      .where(sql`name in ('statusQuery', 'setClock', 'setDateTimeFunzionale', 'setDateTimeAutonomia')`),
    index('unit_command_pending').on(table.unit).where(sql`due_at is not null`),
  ],
)

/** Units held exclusively by an operation: until it ends, nobody else configures them. */
export const unitHoldTable = pgTable(
  'unit_hold',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    operationId: uuid().notNull(),
    /** Kind of the operation, and its requester. */
    kind: text().notNull(),
    heldByName: text(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.unit] })],
)

/** Units counted as working, and until when at the latest. */
export const workingUnitTable = pgTable(
  'working_unit',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.unit] }), index('working_unit_until').on(table.until)],
)

/** Columns with names of persons as they were at the time. */
export const commandNames: PersonNameColumn[] = [
  { name: unitCommandTable.requestedByName, of: unitCommandTable.requestedBy },
  { name: unitHoldTable.heldByName, plants: unitHoldTable.plantId },
]
