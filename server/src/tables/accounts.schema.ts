import { accountKinds, appConfigLimits, validationStates } from '@vigilux/contract/features/accounts/account.ts'
import { adminScopes, userTypes } from '@vigilux/contract/kernel/permissions.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { eq, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
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
    /** The browser in which it began; the library does not know of it. */
    knownDeviceId: uuid().references(() => knownDeviceTable.id, { onDelete: 'set null' }),
  },
  (table) => [index('session_user').on(table.userId), index('session_device').on(table.knownDeviceId)],
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

/** The second factor of a person, which counts once it is confirmed by one right code. */
export const secondFactorTable = pgTable('second_factor', {
  userId: uuid()
    .primaryKey()
    .references(() => userTable.id, { onDelete: 'cascade' }),
  /** What the authenticator app shares with us, closed with a secret that is not in the database. */
  secret: text().notNull(),
  confirmedAt: timestamp({ withTimezone: true }),
  /** The newest half minute whose code was used: that one, and those before it, count no more. */
  usedStep: integer().notNull().default(0),
})

/** Recovery codes that are left to a person, by their hash: each is 80 random bits, and goes as it is used. */
export const recoveryCodeTable = pgTable(
  'recovery_code',
  {
    userId: uuid()
      .notNull()
      .references(() => secondFactorTable.userId, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Passkeys of people: public keys alone, the private ones never leave the device or its keychain. */
export const passkeyTable = pgTable(
  'passkey',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    /** As the device names it, base64url. */
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /** Of signatures, where the device counts; one that goes back was copied. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('passkey_user').on(table.userId)],
)

/** Challenges to passkeys that were answered, until they would be too old anyway: each counts once. */
export const usedChallengeTable = pgTable('used_challenge', {
  hash: text().primaryKey(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/** An address that a person wants in place of the one that signs in, until both are proven; the codes by their seal alone. */
export const emailChangeTable = pgTable('email_change', {
  userId: uuid()
    .primaryKey()
    .references(() => userTable.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  currentSeal: text().notNull(),
  /** Null where the address is somebody's: no code was sent there, and none is right. */
  newSeal: text(),
  triesLeft: integer().notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/**
 * People who have erased their account, by the pseudonym under which what they did stays. Name and address are kept for as long as
 * they are still to be sought in what they did.
 */
export const erasedPersonTable = pgTable('erased_person', {
  userId: uuid().primaryKey(),
  pseudonym: text().notNull().unique(),
  name: text(),
  email: text(),
  erasedAt: timestamp({ withTimezone: true }).notNull(),
  /** When nothing named them any more. */
  doneAt: timestamp({ withTimezone: true }),
})

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

/** The condition under which an account may act: the office has verified it and not suspended it. For SQL that reads from `profile`. */
export const isActiveAccount = eq(profileTable.validation, 'verified')
