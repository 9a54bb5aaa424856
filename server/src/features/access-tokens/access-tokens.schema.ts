import { maxTokenDays, tokenEnds } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { tokenScopes } from '@vigilux/contract/kernel/token-scopes.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/**
 * A plant's token ends with the membership of its maker: `access-tokens.triggers.sql`. The rows of an erased person are
 * deleted with the account.
 */
export const accessTokenTable = pgTable(
  'access_token',
  {
    id: uuid().primaryKey(),
    makerId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    /** The plant of a plant's token; null for a person's token. */
    plantId: uuid().references(() => plantTable.id),
    /** Plants to which a person's token is restricted. They only narrow it, so they may no longer exist. */
    plantIds: uuid().array(),
    name: text().notNull(),
    /** SHA-256 of the token: 32 random bytes need no salt and no slow hash. */
    tokenHash: text().notNull().unique(),
    scopes: text({ enum: tokenScopes }).array().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** Written at most once a minute. */
    lastUsedAt: timestamp({ withTimezone: true }),
    /** When it ended early; null for a valid or expired token. */
    endedAt: timestamp({ withTimezone: true }),
    endReason: text({ enum: tokenEnds }),
    /** When its maker was notified of the near end. */
    endNotifiedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('access_token_maker').on(table.makerId),
    index('access_token_plant').on(table.plantId),
    index('access_token_unnotified').on(table.expiresAt).where(sql`end_notified_at is null and ended_at is null`),
    index('access_token_end').on(sql`(least(ended_at, expires_at))`),
    check('access_token_name_length', sql`char_length(name) between 1 and 60`),
    check('access_token_hash_length', sql`char_length(token_hash) = 64`),
    check('access_token_has_scope', sql`cardinality(scopes) > 0`),
    check('access_token_safety_of_plant', sql`plant_id is not null or not 'safety' = any(scopes)`),
    check('access_token_one_restriction', sql`plant_id is null or plant_ids is null`),
    check(
      'access_token_expires',
      sql`expires_at > made_at and expires_at <= made_at + interval '${sql.raw(String(maxTokenDays * 24))} hours'`,
    ),
    check('access_token_end_whole', sql`(ended_at is null) = (end_reason is null)`),
  ],
)
