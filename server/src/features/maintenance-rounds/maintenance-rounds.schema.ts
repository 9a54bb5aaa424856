import { faultProofs } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { roundItemStates } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { notNowReasons, workKinds } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Rounds on which faults are repaired. */
export const roundTable = pgTable(
  'round',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    title: text().notNull(),
    plannedFor: date({ mode: 'string' }),
    assignee: uuid(),
    assigneeName: text(),
    createdBy: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    endedBy: text(),
    endedAt: timestamp({ withTimezone: true }),
    minutes: integer(),
    /** Hundredths of the plant's currency. */
    cents: integer(),
  },
  (table) => [index('round_plant').on(table.plantId, table.createdAt)],
)

/**
 * A fault on a round, from its addition until the proof of its remedy. A lamp's fault is bound to the serial, like
 * people's descriptions of the lamp.
 */
export const roundItemTable = pgTable(
  'round_item',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Null after the item was removed from its round. */
    roundId: uuid().references(() => roundTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    /** Empty for a fault of the unit itself. */
    serial: text().notNull(),
    /** The lamp's address when the item was added. */
    addr: integer(),
    error: text().notNull(),
    proof: text({ enum: faultProofs }).notNull(),
    state: text({ enum: roundItemStates }).notNull().default('open'),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    notNow: text({ enum: notNowReasons }),
    notNowBy: text(),
    notNowAt: timestamp({ withTimezone: true }),
    work: text({ enum: workKinds }),
    /** When the work was done, and when it was entered. */
    workAt: timestamp({ withTimezone: true }),
    saidAt: timestamp({ withTimezone: true }),
    workBy: uuid(),
    workByName: text(),
    workNote: text().notNull().default(''),
    photos: uuid().array().notNull().default([]),
    /** Idempotency key of the last entry of work, kept after an undo. */
    workKey: uuid(),
    /** The work is in the logbook, and its proving test is scheduled. */
    isKept: boolean().notNull().default(false),
    /** The test meant as proof of the work. */
    heldTestId: uuid(),
    failedTestId: uuid(),
    closedAt: timestamp({ withTimezone: true }),
    closedBy: text({ enum: ['test', 'report'] }),
    closedTestId: uuid(),
    /** When the item is checked next; reports of its unit are processed at once. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // A fault belongs to one round: of two rounds adding it at once, one gets it.
    uniqueIndex('round_item_live')
      .on(table.centralUnitId, table.serial, table.error)
      .where(sql`state in ('open', 'done', 'left')`),
    index('round_item_round').on(table.roundId),
    index('round_item_plant').on(table.plantId).where(sql`state in ('open', 'done', 'left')`),
    index('round_item_due')
      .on(table.dueAt)
      .where(sql`state in ('open', 'done', 'left') or (work is not null and not is_kept)`),
  ],
)

/** Columns with names of persons as they were at the time. */
export const roundNames: PersonNameColumn[] = [
  { name: roundTable.assigneeName, of: roundTable.assignee },
  { name: roundTable.createdBy, plants: roundTable.plantId },
  { name: roundTable.endedBy, plants: roundTable.plantId },
  { name: roundItemTable.notNowBy, plants: roundItemTable.plantId },
  { name: roundItemTable.workByName, of: roundItemTable.workBy },
]
