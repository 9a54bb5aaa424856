import { ruleRoles } from '@vigilux/contract/features/members/member-rule.ts'
import { plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

export const plantMemberTable = pgTable(
  'plant_member',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id),
    role: text({ enum: plantRoles }).notNull(),
    notifications: boolean().notNull().default(true),
    invitedBy: uuid(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** The last day, in the plant's time zone; null for a membership without an end. */
    endsOn: date(),
    /** The first moment after `endsOn`. Follows the plant's time zone. */
    endsAt: timestamp({ withTimezone: true }),
    /** How many days before the end the last reminder was sent; null before the first reminder. */
    endTold: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.userId] }),
    index('plant_member_user').on(table.userId),
    index('plant_member_end').on(table.endsAt).where(sql`ends_at is not null`),
    check('plant_member_end_whole', sql`(ends_on is null) = (ends_at is null)`),
  ],
)

/** Memberships ended with their last day; a row is deleted once its person is a member again. */
export const endedMembershipTable = pgTable(
  'ended_membership',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    role: text({ enum: plantRoles }).notNull(),
    endedOn: date().notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.userId] }), index('ended_membership_user').on(table.userId)],
)

/** From the first company sign-in on, each person of the domain is a member with this role. */
export const memberRuleTable = pgTable(
  'member_rule',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    domain: text().notNull(),
    role: text({ enum: ruleRoles }).notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.domain] }), index('member_rule_domain').on(table.domain)],
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
    /** SHA-256 of the token in the mail link; the token itself is stored nowhere. */
    tokenHash: text().notNull().unique(),
    sentBy: uuid().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** Language of the invitation mail; null for invitations older than this column. */
    language: text({ enum: languages }),
    /** The last day of the future membership. */
    endsOn: date(),
    acceptedAt: timestamp({ withTimezone: true }),
    acceptedBy: uuid(),
    declinedAt: timestamp({ withTimezone: true }),
    deletedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('invitation_plant').on(table.plantId), index('invitation_email').on(table.email)],
)

/** Countries or provinces visible to a business-area administrator. An empty province means the whole country. */
export const adminAreaTable = pgTable(
  'admin_area',
  {
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    country: text().notNull(),
    prov: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.userId, table.country, table.prov] })],
)
