import { editions, profileIds } from '@vigilux/contract/features/compliance/profile.ts'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from './plants.schema.ts'

/** The profile that somebody chose for a plant; one without a row is judged by that of its country. */
export const complianceProfileTable = pgTable('compliance_profile', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  profile: text({ enum: profileIds }).notNull(),
  edition: text({ enum: editions }).notNull(),
  alwaysOpen: boolean().notNull(),
})
