import { plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

export const plantMemberTable = pgTable(
  'plant_member',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid().notNull(),
    role: text({ enum: plantRoles }).notNull(),
    notifications: boolean().notNull().default(true),
    invitedBy: uuid(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.userId] }), index('plant_member_user').on(table.userId)],
)

export const invitationTable = pgTable(
  'invitation',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    email: text().notNull(),
    role: text({ enum: plantRoles }).notNull(),
    /** SHA-256 of the token in the mail link; the token itself is nowhere kept. */
    tokenHash: text().notNull().unique(),
    sentBy: uuid().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    acceptedAt: timestamp({ withTimezone: true }),
    acceptedBy: uuid(),
    declinedAt: timestamp({ withTimezone: true }),
    deletedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('invitation_plant').on(table.plantId), index('invitation_email').on(table.email)],
)

/** Countries, or provinces of them, that a business-area administrator sees. An empty province is the whole country. */
export const adminAreaTable = pgTable(
  'admin_area',
  { userId: uuid().notNull(), country: text().notNull(), prov: text().notNull().default('') },
  (table) => [primaryKey({ columns: [table.userId, table.country, table.prov] })],
)
