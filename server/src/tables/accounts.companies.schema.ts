import { selfServiceUserTypes } from '@vigilux/contract/features/accounts/account.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from './accounts.schema.ts'

/** Companies whose people sign in at the company's own provider (OpenID Connect), as the operator has connected them. */
export const companyTable = pgTable(
  'company',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** By which we show the provider who we are; closed with a secret that is not in the database. */
    clientSecret: text().notNull(),
    /** What accounts are that its sign-in makes; never an office. */
    usertype: text({ enum: selfServiceUserTypes }).notNull(),
    /** Whether its people may also sign in by a password of ours. */
    passwords: boolean().notNull(),
    /** Names of the provider's claims: that the address is verified, and the two parts of the name. */
    verifiedClaim: text().notNull(),
    nameClaim: text().notNull(),
    surnameClaim: text().notNull(),
    connectedAt: timestamp({ withTimezone: true }).notNull(),
  },
  () => [check('company_makes_no_admin', sql`usertype in ('installer', 'client', 'basic')`)],
)

/** The domains of a company: who has an address in one signs in there. */
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

/** Who of a company an account is, by what its provider calls the person: an address may become somebody else's, this does not. */
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

/** Sign-ins on their way to a company's provider and back: each counts once, on whichever node, in the browser that began it. */
export const companyVisitTable = pgTable(
  'company_visit',
  {
    stateHash: text().primaryKey(),
    /** Of the cookie that the browser was given. */
    browserHash: text().notNull(),
    companyId: uuid()
      .notNull()
      .references(() => companyTable.id, { onDelete: 'cascade' }),
    /** What the provider's answer is compared with, and shown by which it is asked for; closed. */
    secrets: text().notNull(),
    language: text({ enum: languages }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('company_visit_expires').on(table.expiresAt), index('company_visit_company').on(table.companyId)],
)
