import {
  accountKinds,
  appConfigLimits,
  identityMethods,
  validationStates,
} from '@vigilux/contract/features/accounts/account.ts'
import { adminScopes, userTypes } from '@vigilux/contract/kernel/permissions.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { eq, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
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

/** Tables of the identity library, in its schema; ids are UUIDs. */
export const userTable = pgTable('user', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** Known browsers of a person, by the hash of their cookie: guesses from unknown browsers do not lock these out. */
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
    /** The browser in which the session began; unknown to the library. */
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

/** The second factor of a person; active once confirmed by a correct code. */
export const secondFactorTable = pgTable('second_factor', {
  userId: uuid()
    .primaryKey()
    .references(() => userTable.id, { onDelete: 'cascade' }),
  /** Secret shared with the authenticator app, encrypted with a secret outside of the database. */
  secret: text().notNull(),
  confirmedAt: timestamp({ withTimezone: true }),
  /** Newest half minute with a used code: this code and earlier ones are invalid. */
  usedStep: integer().notNull().default(0),
})

/** Remaining recovery codes of a person, as hashes: each has 80 random bits and is deleted on use. */
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

/** Passkeys of people: only public keys; private keys never leave the device or its keychain. */
export const passkeyTable = pgTable(
  'passkey',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    /** The device's id of the credential, base64url. */
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /** Signature counter, if the device counts; a decrease reveals a copied passkey. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('passkey_user').on(table.userId)],
)

/** Answered passkey challenges, kept until they expire: each is valid once. */
export const usedChallengeTable = pgTable('used_challenge', {
  hash: text().primaryKey(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/** A requested change of the sign-in address, until both addresses are proven; codes are stored as seals. */
export const emailChangeTable = pgTable('email_change', {
  userId: uuid()
    .primaryKey()
    .references(() => userTable.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  currentSeal: text().notNull(),
  /** Null if the address belongs to another account: no code was sent, and none is accepted. */
  newSeal: text(),
  triesLeft: integer().notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/** Erased accounts with their pseudonyms. Name and address are retained until they are removed everywhere. */
export const erasedPersonTable = pgTable('erased_person', {
  userId: uuid().primaryKey(),
  pseudonym: text().notNull().unique(),
  name: text(),
  email: text(),
  erasedAt: timestamp({ withTimezone: true }).notNull(),
  /** When the name was removed everywhere. */
  doneAt: timestamp({ withTimezone: true }),
})

/** Attempts counted over all nodes, in the schema of the limiter library. */
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

/** Data of a person beyond the identity. */
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
    /** When an installer (a person) declared the name to be the one of an identity document. */
    nameDeclaredAt: timestamp({ withTimezone: true }),
    /** How and on which day the office checked the identity; no number and no copy of the document. */
    identityMethod: text({ enum: identityMethods }),
    identityCheckedOn: date(),
    marketingAt: timestamp({ withTimezone: true }),
    profilingAt: timestamp({ withTimezone: true }),
    thirdpartsAt: timestamp({ withTimezone: true }),
    nominaAcceptedAt: timestamp({ withTimezone: true }),
    disclaimerPhotoAcceptedAt: timestamp({ withTimezone: true }),
    appConfig: parsedJson(z.record(z.string(), z.unknown()))().notNull().default({}),
    recentPlants: uuid().array().notNull().default([]),
    /** When the person last opened the home, and when the visit before ended. */
    seenAt: timestamp({ withTimezone: true }),
    previousVisitAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Version of the person's own data: name, phone, business and address. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('profile_pending').on(table.validation, table.createdAt),
    // The writing statement refuses first; this check covers all other writes.
    check('profile_app_config_size', sql.raw(`octet_length(app_config::text) <= ${appConfigLimits.bytes}`)),
  ],
)

/** Condition for an account to act: verified by the office and not suspended. For SQL with `profile`. */
export const isActiveAccount = eq(profileTable.validation, 'verified')
