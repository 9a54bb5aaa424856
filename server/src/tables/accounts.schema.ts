import { accountKinds, appConfigLimits, validationStates } from '@vigilux/contract/features/accounts/account.ts'
import { adminScopes, userTypes } from '@vigilux/contract/kernel/permissions.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../kernel/json-columns.schema.ts'

/** Tables of the identity library, in its own shape; ids are uuids. */
export const userTable = pgTable('user', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

export const sessionTable = pgTable(
  'session',
  {
    id: uuid().primaryKey().defaultRandom(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    token: text().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    ipAddress: text(),
    userAgent: text(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
  },
  (table) => [index('session_user').on(table.userId)],
)

export const accountTable = pgTable(
  'account',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamp({ withTimezone: true }),
    refreshTokenExpiresAt: timestamp({ withTimezone: true }),
    scope: text(),
    password: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('account_user').on(table.userId)],
)

export const verificationTable = pgTable(
  'verification',
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
)

/** Browsers from which a person has signed in, by the hash of their cookie: a stranger's guesses do not hold them up. */
export const knownDeviceTable = pgTable(
  'known_device',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    signedInAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [unique('known_device_once').on(table.userId, table.tokenHash)],
)

/** Attempts that are counted over all nodes; the shape is the limiter library's. */
export const attemptTable = pgTable('attempt', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

const keptAddress = z.object({
  street: z.string(),
  housenumber: z.string(),
  prov: z.string(),
  cap: z.string(),
  city: z.string(),
  country: z.string(),
})

/** What the platform keeps of a person beyond the identity. */
export const profileTable = pgTable(
  'profile',
  {
    userId: uuid()
      .primaryKey()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    usertype: text({ enum: userTypes }).notNull(),
    scope: text({ enum: adminScopes }),
    validation: text({ enum: validationStates }).notNull(),
    validationReason: text(),
    validationBy: uuid(),
    validationAt: timestamp({ withTimezone: true }),
    name: text().notNull(),
    surname: text().notNull(),
    phone: text().notNull().default(''),
    kind: text({ enum: accountKinds }).notNull().default('person'),
    piva: text().notNull().default(''),
    businessname: text().notNull().default(''),
    address: parsedJson(keptAddress)().notNull(),
    language: text({ enum: languages }).notNull(),
    ageDeclaredAt: timestamp({ withTimezone: true }),
    termsAcceptedAt: timestamp({ withTimezone: true }),
    marketingAt: timestamp({ withTimezone: true }),
    profilingAt: timestamp({ withTimezone: true }),
    thirdpartsAt: timestamp({ withTimezone: true }),
    nominaAcceptedAt: timestamp({ withTimezone: true }),
    disclaimerPhotoAcceptedAt: timestamp({ withTimezone: true }),
    appConfig: parsedJson(z.record(z.string(), z.unknown()))().notNull().default({}),
    recentPlants: uuid().array().notNull().default([]),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Of what a person writes of themselves: name, phone, business and address. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('profile_pending').on(table.validation, table.createdAt),
    // The statement that adds to it refuses first; this one holds whatever writes.
    check('profile_app_config_size', sql.raw(`octet_length(app_config::text) <= ${appConfigLimits.bytes}`)),
  ],
)
