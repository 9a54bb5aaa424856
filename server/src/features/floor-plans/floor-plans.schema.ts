import { drawingChoice, drawingChoices, roomOutline } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { fileTable } from '../files/files.schema.ts'
import { roomTable } from '../rooms/rooms.schema.ts'

export const floorPlanTable = pgTable(
  'floor_plan',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    name: text().notNull(),
    /** Position among the plans of the plant, from 0; plans change under the plant's lock. */
    position: integer().notNull(),
    roomId: uuid().references(() => roomTable.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    placesVersion: integer().notNull().default(0),
    longSideM: doublePrecision('long_side_m'),
    /** Meters within which lamps on it are neighbours. */
    reachM: doublePrecision('reach_m'),
    /** The shown drawing. No foreign key, because the drawing references its plan. */
    drawingId: uuid().notNull(),
    /** The newer drawing to replace it. */
    nextDrawingId: uuid(),
    editorId: uuid().references(() => userTable.id, { onDelete: 'set null' }),
    editedUntil: timestamp({ withTimezone: true }),
  },
  (table) => [index('floor_plan_plant').on(table.plantId), index('floor_plan_room').on(table.roomId)],
)

const storedFile = () => uuid().references(() => fileTable.id, { onDelete: 'set null' })

export const drawingTable = pgTable(
  'floor_plan_drawing',
  {
    id: uuid().primaryKey(),
    planId: uuid()
      .notNull()
      .references(() => floorPlanTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    state: text().notNull(),
    refusal: text(),
    choices: parsedJson(drawingChoices)(),
    choice: parsedJson(drawingChoice)(),
    /** The uploaded file, until pictures are rendered. */
    sourceId: storedFile(),
    width: integer(),
    height: integer(),
    /** Its picture has a single color; the answer to the sender says so. */
    looksEmpty: boolean().notNull().default(false),
    /** Meters of the longer side, if the drawing states them. */
    longSideM: doublePrecision('long_side_m'),
    largeId: storedFile(),
    mediumId: storedFile(),
    smallId: storedFile(),
  },
  (table) => [index('floor_plan_drawing_plan').on(table.planId)],
)

/**
 * Positions of lamps and units, one each, as fractions of width and height. A lamp is bound to its serial, so its place
 * survives network creation; a unit has the empty serial, which no lamp reports.
 */
export const floorPlanLampTable = pgTable(
  'floor_plan_lamp',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    planId: uuid()
      .notNull()
      .references(() => floorPlanTable.id, { onDelete: 'cascade' }),
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.centralUnitId, table.serial] }),
    index('floor_plan_lamp_plan').on(table.planId),
  ],
)

/** Outlines of rooms on plans. */
export const roomOutlineTable = pgTable(
  'floor_plan_outline',
  {
    planId: uuid()
      .notNull()
      .references(() => floorPlanTable.id, { onDelete: 'cascade' }),
    roomId: uuid()
      .notNull()
      .references(() => roomTable.id, { onDelete: 'cascade' }),
    outline: parsedJson(roomOutline)().notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.roomId] }), index('floor_plan_outline_room').on(table.roomId)],
)
