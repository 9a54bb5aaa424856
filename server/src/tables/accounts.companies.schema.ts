import { selfServiceUserTypes } from '@vigilux/contract/features/accounts/account.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from './accounts.schema.ts'

/** Companies whose people sign in at the company's own provider (OpenID Connect), connected by the operator. */
export const companyTable = pgTable(
  'company',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Client secret for the provider, encrypted with a secret outside of the database. */
    clientSecret: text().notNull(),
    /** Profile of accounts created by its sign-in; never an office. */
    usertype: text({ enum: selfServiceUserTypes }).notNull(),
    /** Whether its people may also sign in with a password. */
    passwords: boolean().notNull(),
    /** Names of the provider's claims: verified address, and the two parts of the name. */
    verifiedClaim: text().notNull(),
    nameClaim: text().notNull(),
    surnameClaim: text().notNull(),
    connectedAt: timestamp({ withTimezone: true }).notNull(),
  },
  () => [check('company_makes_no_admin', sql`usertype in ('installer', 'client', 'basic')`)],
)

/** Connected domains: people with an address in a domain sign in at its company. */
export const companyDomainTable = pgTable(
  'company_domain',
  {
    domain: text().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companyTable.id, { onDelete: 'cascade' }),
  },
  (table) => [index('company_domain_company').on(table.companyId)],
)

/** Links an account to the provider's id of the person: an address may pass to somebody else, this id does not. */
export const companyPersonTable = pgTable(
  'company_person',
  {
    companyId: uuid()
      .notNull()
      .references(() => companyTable.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .unique()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    joinedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.subject] })],
)

/** Pending sign-ins at a company's provider: each is valid once, on any node, in the browser where it began. */
export const companyVisitTable = pgTable(
  'company_visit',
  {
    stateHash: text().primaryKey(),
    /** Hash of the browser's cookie. */
    browserHash: text().notNull(),
    companyId: uuid()
      .notNull()
      .references(() => companyTable.id, { onDelete: 'cascade' }),
    /** Encrypted secrets to verify the provider's answer. */
    secrets: text().notNull(),
    language: text({ enum: languages }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('company_visit_expires').on(table.expiresAt), index('company_visit_company').on(table.companyId)],
)
